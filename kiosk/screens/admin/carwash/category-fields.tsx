import type { WashCategory } from "../../../../common/api/carwash.ts";
import { VEHICLE_CLASSES } from "../../../../common/review.ts";
import { Button } from "../../../parts/button.tsx";
import { t } from "../../../text/index.ts";
import { Input } from "../parts/fields.tsx";
import { toggled } from "./drafts.ts";

const LONGEST_NAME = 60;

interface CategoryFieldsProps {
  category: WashCategory;
  /** What is wrong with its name. */
  problem: string | undefined;
  first: boolean;
  last: boolean;
  onChange: (part: Partial<WashCategory>) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}

/** One category: its name, the vehicles it is for, and its place in the list. */
export function CategoryFields({ category, problem, first, last, onChange, onMove, onRemove }: CategoryFieldsProps) {
  const { name, classes } = category;
  const shown = name.trim() === "" ? t("carwash.unnamed") : name.trim();
  return (
    <section class="form-part wash-category" aria-label={shown}>
      <div class="wash-category-head">
        <Input
          label={t("carwash.name")}
          value={name}
          error={problem}
          maxLength={LONGEST_NAME}
          onInput={(typed) => onChange({ name: typed })}
        />
        <div class="row">
          {first ? null : (
            <Button size="sm" label={t("carwash.up", { name: shown })} onTap={() => onMove(-1)}>
              <span aria-hidden="true">↑</span>
            </Button>
          )}
          {last ? null : (
            <Button size="sm" label={t("carwash.down", { name: shown })} onTap={() => onMove(1)}>
              <span aria-hidden="true">↓</span>
            </Button>
          )}
          <Button size="sm" variant="danger" label={t("carwash.remove_of", { name: shown })} onTap={onRemove}>
            {t("carwash.remove")}
          </Button>
        </div>
      </div>
      <fieldset class="choice wash-classes">
        <legend class="field-label">{t("carwash.vehicles")}</legend>
        <div class="options">
          {VEHICLE_CLASSES.map((each) => (
            <Button
              key={each}
              size="sm"
              pressed={classes.includes(each)}
              onTap={() => onChange({ classes: toggled(classes, each) })}
            >
              {t(`class.${each}`)}
            </Button>
          ))}
        </div>
      </fieldset>
    </section>
  );
}
