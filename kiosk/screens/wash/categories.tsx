import type { WashCategory } from "../../../common/api/carwash.ts";
import { Button } from "../../parts/button.tsx";
import { t } from "../../text/index.ts";
import { classesText } from "./words.ts";

interface CategoriesProps {
  categories: readonly WashCategory[];
  onTap: (category: WashCategory) => Promise<unknown>;
}

/** What the car wash sells, each as a button that orders it. None is the primary one: Enter must not choose a size. */
export function Categories({ categories, onTap }: CategoriesProps) {
  if (categories.length === 0) return <p class="soft">{t("wash.none")}</p>;
  return (
    <div class="wash-categories">
      {categories.map((category) => (
        <Button key={category.id} size="lg" hint={classesText(category.classes)} onTap={() => onTap(category)}>
          {category.name}
        </Button>
      ))}
    </div>
  );
}
