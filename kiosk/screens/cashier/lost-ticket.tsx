import { useState } from "preact/hooks";
import type { Page } from "../../../common/api/parts.ts";
import type { Session } from "../../../common/api/sessions.ts";
import type { Tariff } from "../../../common/api/tariffs.ts";
import { get, post } from "../../api.ts";
import { now } from "../../clock.ts";
import { Button } from "../../parts/button.tsx";
import { Sheet } from "../../parts/sheet.tsx";
import { useLoad } from "../../parts/use-load.ts";
import { Ltr, price, timeOfDay } from "../../parts/values.tsx";
import { run } from "../../run.ts";
import { t } from "../../text/index.ts";
import { carry, subject } from "../bench/desk.ts";
import { readInside } from "../bench/stays.ts";
import { FragmentField, FragmentPad } from "./find.tsx";
import { StayList } from "./stay-list.tsx";

const HOUR_MS = 3_600_000;
/** The window around the time somebody says they came in. */
const WINDOW_MS = 2 * HOUR_MS;

/** No ticket: the car is looked for by when it came in and a part of its plate, and pays its real fee; else the flat fee. */
export function LostTicketSheet() {
  const [fragment, setFragment] = useState("");
  const [hoursAgo, setHoursAgo] = useState<number | null>(null);
  const window = hoursAgo === null ? null : windowAt(hoursAgo);
  const question = `${fragment} ${hoursAgo}`;
  const loaded = useLoad(() => readInside({ q: fragment, ...(window ?? {}) }), question);
  return (
    <Sheet title={t("lost.title")}>
      <div class="lost-line">
        <FragmentField value={fragment} hint={t("lost.fragment")} />
        <TimeWindow window={window} hoursAgo={hoursAgo} onChange={setHoursAgo} />
      </div>
      <StayList loaded={loaded} question={question} onChoose={(stay) => run(() => carry(stay))} last={<FlatFee />} />
      <FragmentPad value={fragment} onChange={setFragment} />
    </Sheet>
  );
}

function windowAt(hoursAgo: number): { from: string; to: string } {
  const middle = now() - hoursAgo * HOUR_MS;
  return { from: new Date(middle - WINDOW_MS / 2).toISOString(), to: new Date(middle + WINDOW_MS / 2).toISOString() };
}

interface TimeWindowProps {
  window: { from: string; to: string } | null;
  hoursAgo: number | null;
  onChange: (hoursAgo: number | null) => void;
}

function TimeWindow({ window, hoursAgo, onChange }: TimeWindowProps) {
  return (
    <fieldset class="time-window">
      <legend class="field-label">{t("lost.around")}</legend>
      <Button keepFocus onTap={() => onChange((hoursAgo ?? 0) + 1)}>
        <bdi>{t("lost.earlier")}</bdi>
      </Button>
      <output aria-live="polite">
        {window === null ? (
          t("lost.any_time")
        ) : (
          <Ltr class="number">{`${timeOfDay(window.from)} – ${timeOfDay(window.to)}`}</Ltr>
        )}
      </output>
      <Button
        keepFocus
        refusal={hoursAgo === null ? "" : null}
        onTap={() => onChange(hoursAgo === null || hoursAgo <= 1 ? null : hoursAgo - 1)}
      >
        <bdi>{t("lost.later")}</bdi>
      </Button>
    </fieldset>
  );
}

/** The fee for a car whose stay is not found: a stay is opened for it, so that the money has one. */
function FlatFee() {
  const { value: flat } = useLoad(readFlatFee, "flat");
  const charge = () =>
    run(async () => {
      const about = subject.value;
      const plate = about.kind === "puzzle" ? about.vehicle.plate : null;
      const enteredAt = new Date(now() - 60_000).toISOString();
      const body = { enteredAt, reason: "lost ticket", ...(plate === null ? {} : { plate }) };
      await carry(await post<Session>("/api/sessions", body), { lost: true });
    });
  return (
    <Button class="not-found" onTap={charge} hint={t("lost.not_found")}>
      {flat == null ? t("lost.flat_unknown") : t("lost.flat", { amount: price(flat) })}
    </Button>
  );
}

async function readFlatFee(): Promise<number | null> {
  const tariffs = await get<Page<Tariff>>("/api/tariffs");
  const inForce = tariffs.items.find((tariff) => Date.parse(tariff.effectiveFrom) <= now());
  return inForce?.rateTable.lostTicket.flat ?? null;
}
