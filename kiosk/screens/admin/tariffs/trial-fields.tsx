import { VEHICLE_CLASSES } from "../../../../common/review.ts";
import { t } from "../../../text/index.ts";
import { Select } from "../parts/fields.tsx";
import type { Trial } from "./trial.ts";
import { WallField } from "./wall-field.tsx";

interface TrialFieldsProps {
  trial: Trial;
  change: (part: Partial<Trial>) => void;
  /** Whether the stay has an end; a curve has all of them. */
  withExit?: boolean;
  error?: string | null;
}

/** Which stay is tried. */
export function TrialFields({ trial, change, withExit = false, error }: TrialFieldsProps) {
  return (
    <div class="trial">
      <WallField label={t("tariff.trial_enter")} value={trial.enter} onChange={(enter) => change({ enter })} />
      {withExit ? (
        <WallField
          label={t("tariff.trial_exit")}
          value={trial.exit}
          error={error}
          onChange={(exit) => change({ exit })}
        />
      ) : null}
      <Select
        label={t("tariff.class")}
        value={trial.vehicleClass}
        options={VEHICLE_CLASSES}
        text={(one) => t(`class.${one}`)}
        onChoose={(vehicleClass) => change({ vehicleClass })}
      />
    </div>
  );
}
