import type { WashCategory, WashCategoryList } from "../../../../common/api/carwash.ts";
import { may } from "../../../session.ts";
import { t } from "../../../text/index.ts";
import { useDraft } from "../parts/draft.ts";
import { Loaded } from "../parts/loaded.tsx";
import { SaveBar } from "../parts/save-bar.tsx";
import { CategoryForm } from "./category-form.tsx";
import { CategoryTable } from "./category-table.tsx";
import { whyNotSaved, withIds } from "./drafts.ts";
import { CarwashFrame } from "./frame.tsx";

/** What the car wash sells, in the order in which cashiers see it. */
export function CategoriesView() {
  const draft = useDraft<WashCategoryList>("/api/carwash/categories");
  const mayChange = may("site:update");
  const items = draft.value?.items ?? [];
  const save = () => draft.save({ items: withIds(items) });
  return (
    <CarwashFrame
      view="categories"
      actions={
        mayChange ? (
          <SaveBar
            draft={draft}
            save={t("carwash.save")}
            refusal={draft.dirty ? whyNotSaved(items) : null}
            onSave={save}
          />
        ) : null
      }
    >
      <Loaded of={draft}>
        {(list) =>
          mayChange ? (
            <CategoryForm
              categories={list.items}
              problems={draft.problems}
              onChange={(changed: WashCategory[]) => draft.change({ items: changed })}
            />
          ) : (
            <CategoryTable categories={list.items} />
          )
        }
      </Loaded>
    </CarwashFrame>
  );
}
