import { t } from "../../../text/index.ts";
import { spacedPlate } from "../../bench/plates.ts";
import { Input } from "../parts/fields.tsx";
import { type PartProps, problemOfList } from "./agreement.ts";
import { NamesField } from "./names-field.tsx";

/** Who parks, and with what. */
export function Members({ terms, problems, onChange }: PartProps) {
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
          kept={keptPlate}
          text={spacedPlate}
          problem={problemOfList(problems, "plates", terms.plates)}
          pad
          maxLength={16}
          onChange={(plates) => onChange({ plates })}
        />
        <NamesField
          title={t("subscription.cards")}
          label={t("subscription.card")}
          add={t("subscription.add_card")}
          names={terms.credentials}
          kept={keptCard}
          problem={problemOfList(problems, "credentials", terms.credentials)}
          maxLength={100}
          onChange={(credentials) => onChange({ credentials })}
        />
      </div>
    </section>
  );
}

function keptPlate(typed: string): string {
  return typed
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}

function keptCard(typed: string): string {
  return typed.normalize("NFKC").replace(/\s/g, "").toUpperCase();
}
