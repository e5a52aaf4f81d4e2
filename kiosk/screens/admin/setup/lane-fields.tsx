import type { ComponentChildren } from "preact";
import { LAST_POSITION } from "../../../../common/setup-needs.ts";
import { DIRECTIONS } from "../../../../common/words.ts";
import { Choice } from "../../../parts/choice.tsx";
import { Stepper } from "../../../parts/stepper.tsx";
import { t } from "../../../text/index.ts";
import { Input } from "../parts/fields.tsx";
import type { Problems } from "../parts/use-new.ts";
import type { LaneDraft } from "./lane-facts.ts";

type Facts = Omit<LaneDraft, "lane">;

interface LaneFieldsProps {
  values: Facts;
  problems: Problems;
  onChange: (part: Partial<Facts>) => void;
  /** Further fields beside the name. */
  children?: ComponentChildren;
}

/** What a lane is called, which way it goes and where it stands among the others. */
export function LaneFields({ values, problems, onChange, children }: LaneFieldsProps) {
  return (
    <section class="form-part">
      <Choice
        label={t("setup.direction")}
        options={DIRECTIONS}
        value={values.direction}
        text={(direction) => t(`direction.${direction}`)}
        onChoose={(direction) => onChange({ direction })}
      />
      <div class="form-grid">
        <Input
          label={t("setup.name")}
          value={values.name}
          error={problems.name}
          onInput={(name) => onChange({ name })}
        />
        {children}
        <Stepper
          label={t("setup.position")}
          value={values.position}
          least={1}
          most={LAST_POSITION}
          onChange={(position) => onChange({ position })}
        />
      </div>
    </section>
  );
}
