import { useState } from "preact/hooks";
import type { Lane } from "../../../common/api/lanes.ts";
import { INTENT_REASONS, type Intent } from "../../../common/words.ts";
import { post } from "../../api.ts";
import { lanes } from "../../feed.ts";
import { Button } from "../../parts/button.tsx";
import { Choice } from "../../parts/choice.tsx";
import { type Reason, reasonBody, reasonGiven } from "../../parts/reason-picker.tsx";
import { Sheet } from "../../parts/sheet.tsx";
import { useIntention } from "../../parts/use-intention.ts";
import { timeOfDay } from "../../parts/values.tsx";
import { run } from "../../run.ts";
import { closeSheet } from "../../sheets.ts";
import { t } from "../../text/index.ts";
import { dismissLane } from "../bench/desk.ts";
import { Reasons } from "./reasons.tsx";

type HandReason = (typeof INTENT_REASONS)[number];

/** Opens a barrier without a payment: its button, a reason, Open. Nothing has to be typed. */
export function OpenByHandSheet({ lane: id }: { lane: string }) {
  const lane = lanes.value.get(id);
  return lane === undefined ? <Sheet title={t("hand.button")}>{null}</Sheet> : <HandSheet lane={lane} />;
}

function HandSheet({ lane }: { lane: Lane }) {
  const held = lane.barrier === "held";
  const [intent, setIntent] = useState<Intent>(held ? "release" : "open");
  const [reason, setReason] = useState<Reason<HandReason>>({ reason: null, note: "" });
  const give = useGiving(lane);
  const noting = reason.reason === "other";
  const name = t(`intent.${intent}`);
  return (
    <Sheet
      title={t("hand.title", { lane: lane.name })}
      actions={
        <>
          <Button size="lg" onTap={closeSheet}>
            {t("do.cancel")}
          </Button>
          <span class="space" />
          <Button
            size="lg"
            variant="primary"
            class="main"
            refusal={reasonGiven(reason) ? null : noting ? t("note.needed") : t("reason.first")}
            onTap={() => give(intent, reason)}
          >
            {t("hand.do", { what: name, lane: lane.name })}
          </Button>
        </>
      }
    >
      <Reasons
        label={t("hand.why")}
        reasons={INTENT_REASONS}
        text={(one) => t(`intent_reason.${one}`)}
        value={reason}
        onChange={setReason}
      />
      {noting ? null : (
        <>
          <p class="soft">{t("hand.recorded")}</p>
          <span class="space" />
          <Choice
            label={t("hand.what")}
            options={held ? ["release", "close"] : ["open", "hold", "close"]}
            value={intent}
            text={(one) => t(`intent.${one}`)}
            onChoose={setIntent}
          />
        </>
      )}
    </Sheet>
  );
}

function useGiving(lane: Lane): (intent: Intent, reason: Reason<HandReason>) => Promise<unknown> {
  const intention = useIntention();
  return (intent, reason) =>
    run(
      async () => {
        const event = await post<{ at: string }>(
          `/api/lanes/${lane.id}/intent`,
          { intent, ...reasonBody(reason) },
          { intention },
        );
        if (intent === "open") dismissLane(lane.id);
        closeSheet();
        return event;
      },
      ({ at }) => t("hand.done", { lane: lane.name, what: t(`intent.${intent}`), time: timeOfDay(at, true) }),
    );
}
