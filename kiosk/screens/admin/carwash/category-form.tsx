import type { WashCategory } from "../../../../common/api/carwash.ts";
import { Button } from "../../../parts/button.tsx";
import { t } from "../../../text/index.ts";
import { classesText } from "../../wash/words.ts";
import { CategoryFields } from "./category-fields.tsx";
import { MOST_CATEGORIES, moved, NEW_CATEGORY, repeatsName, uncovered } from "./drafts.ts";

interface CategoryFormProps {
  categories: readonly WashCategory[];
  problems: Readonly<Record<string, string>>;
  onChange: (categories: WashCategory[]) => void;
}

/** The categories one below the other, and a place for another one. */
export function CategoryForm({ categories, problems, onChange }: CategoryFormProps) {
  const left = uncovered(categories);
  const replace = (at: number, ...by: WashCategory[]) => onChange(categories.toSpliced(at, 1, ...by));
  return (
    <>
      <p class="soft">{t(categories.length === 0 ? "carwash.categories_none" : "carwash.categories_about")}</p>
      {categories.length > 0 && left.length > 0 ? (
        <p class="notice-line">{t("carwash.uncovered", { vehicles: classesText(left) })}</p>
      ) : null}
      <ol class="wash-list">
        {categories.map((category, at) => (
          <li key={at}>
            <CategoryFields
              category={category}
              problem={repeatsName(categories, at) ? t("carwash.name_twice") : problems[`items.${at}.name`]}
              first={at === 0}
              last={at === categories.length - 1}
              onChange={(part) => replace(at, { ...category, ...part })}
              onMove={(by) => onChange(moved(categories, at, by))}
              onRemove={() => replace(at)}
            />
          </li>
        ))}
      </ol>
      {categories.length >= MOST_CATEGORIES ? null : (
        <p>
          <Button onTap={() => onChange([...categories, NEW_CATEGORY])}>{t("carwash.add")}</Button>
        </p>
      )}
    </>
  );
}
