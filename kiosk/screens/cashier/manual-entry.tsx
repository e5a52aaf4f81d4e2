import { useState } from "preact/hooks";
import type { Session } from "../../../common/api/sessions.ts";
import { post } from "../../api.ts";
import { now } from "../../clock.ts";
import { Button } from "../../parts/button.tsx";
import { Choice } from "../../parts/choice.tsx";
import { Sheet } from "../../parts/sheet.tsx";
import { Stepper } from "../../parts/stepper.tsx";
import { timeOfDay } from "../../parts/values.tsx";
import { run } from "../../run.ts";
import { t } from "../../text/index.ts";
import { carry } from "../bench/desk.ts";
import { ticketNumber } from "../bench/stays.ts";
import { FragmentField, FragmentPad } from "./find.tsx";

const CLASSES = ["sedan", "van", "truck", "bus", "motorcycle"] as const;
const QUARTER_MS = 15 * 60_000;
const MOST_QUARTERS = 4 * 24 * 7;

/** A car came in without a read: its stay is opened now, from when it came in. */
export function ManualEntrySheet() {
  const [plate, setPlate] = useState("");
  const [vehicleClass, setClass] = useState<(typeof CLASSES)[number]>("sedan");
  const [quartersAgo, setQuartersAgo] = useState(0);
  const enteredMs = now() - quartersAgo * QUARTER_MS;
  const open = () =>
    run(
      async () => {
        // A second back: the booth's clock must not see this as the future.
        const enteredAt = new Date(enteredMs - 1000).toISOString();
        const body = { vehicleClass, enteredAt, reason: "no read", ...(plate === "" ? {} : { plate }) };
        const stay = await post<Session>("/api/sessions", body);
        await carry(stay);
        return stay;
      },
      (stay) => t("entry.done", { number: ticketNumber(stay.ticket) }),
    );
  return (
    <Sheet title={t("entry.title")}>
      <div class="entry-line">
        <Choice
          label={t("entry.class")}
          options={CLASSES}
          value={vehicleClass}
          text={(one) => t(`class.${one}`)}
          onChoose={setClass}
        />
        <Stepper
          label={t("entry.came_in")}
          value={-quartersAgo}
          least={-MOST_QUARTERS}
          most={0}
          text={(value) => (value === 0 ? t("entry.now") : timeOfDay(now() + value * QUARTER_MS))}
          onChange={(value) => setQuartersAgo(-value)}
        />
      </div>
      <span class="space" />
      <div class="plate-line">
        <FragmentField label={t("entry.plate")} value={plate} hint={t("entry.no_plate")} />
        <Button size="lg" variant="primary" hint={t("entry.hint")} onTap={open}>
          {t("entry.do")}
        </Button>
      </div>
      <FragmentPad value={plate} onChange={setPlate} />
    </Sheet>
  );
}
