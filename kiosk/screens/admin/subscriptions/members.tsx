import { t } from "../../../text/index.ts";
import { spacedPlate } from "../../bench/plates.ts";
import { Input } from "../parts/fields.tsx";
import { type PartProps, problemOfList } from "./agreement.ts";
import { isCard, isPlate, keptCard, keptPlate } from "./names.ts";
import { NamesField } from "./names-field.tsx";

/** Who parks, and with what. */
export function Members({ terms, stored, problems, onChange }: PartProps) {
  return (
    <section class="form-part">
      <h2>{t("subscription.who")}</h2>
      <Input
        label={t("subscription.holder")}
        helper={t("subscription.holder_help")}
        value={terms.holder ?? ""}
        error={problems.holder}
        onInput={(holder) => onChange({ holder })}
      />
      <div class="subscription-columns">
        <NamesField
          title={t("subscription.plates")}
          label={t("subscription.plate")}
          add={t("subscription.add_plate")}
          names={terms.plates}
          stored={stored?.plates}
          kept={keptPlate}
          isRight={isPlate}
          wrong={(text) => t("subscription.plate_wrong", { text })}
          text={spacedPlate}
          problem={problemOfList(problems, "plates", terms.plates)}
          pad
          onChange={(plates) => onChange({ plates })}
        />
        <NamesField
          title={t("subscription.cards")}
          label={t("subscription.card")}
          add={t("subscription.add_card")}
          names={terms.credentials}
          stored={stored?.credentials}
          kept={keptCard}
          isRight={isCard}
          wrong={(text) => t("subscription.card_wrong", { text })}
          problem={problemOfList(problems, "credentials", terms.credentials)}
          onChange={(credentials) => onChange({ credentials })}
        />
      </div>
    </section>
  );
}
