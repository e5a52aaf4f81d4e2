import { signal } from "@preact/signals";
import { useState } from "preact/hooks";
import type { ReplayedStay, TariffReplay } from "../../../../common/api/tariffs.ts";
import type { RateTable } from "../../../../common/rate-table.ts";
import { VEHICLE_CLASSES } from "../../../../common/review.ts";
import { post } from "../../../api.ts";
import { progress } from "../../../feed.ts";
import { Button } from "../../../parts/button.tsx";
import { Choice } from "../../../parts/choice.tsx";
import { Money } from "../../../parts/values.tsx";
import { run } from "../../../run.ts";
import { may } from "../../../session.ts";
import { duration } from "../../../text/format.ts";
import { t, tn } from "../../../text/index.ts";
import { type Column, DataTable } from "../parts/data-table.tsx";
import { Moment } from "../parts/moment.tsx";
import { ReplayFigures } from "./replay-figures.tsx";

const DAYS = ["7", "30", "90", "366"] as const;
export type ReplayDays = (typeof DAYS)[number];
/** A year of stays takes a while. */
const TIMEOUT_MS = 120_000;

/** The last replay at this terminal, with the rules it was made of. */
const last = signal<{ table: RateTable; replay: TariffReplay } | null>(null);

/** The last replay of just these rules, if there was one. */
export function replayOf(table: RateTable): TariffReplay | null {
  return last.value !== null && JSON.stringify(last.value.table) === JSON.stringify(table) ? last.value.replay : null;
}

/** Whether the person may see what a replay shows: revenue. */
export function mayReplay(): boolean {
  return may("tariff:update", "report:read");
}

/** Prices the real stays of the last days by the draft. */
export function Replay({ table, refusal }: { table: RateTable; refusal: string | null }) {
  const [days, setDays] = useState<ReplayDays>("30");
  const found = replayOf(table);
  const start = () =>
    run(async () => {
      const body = { rateTable: table, days: Number(days) };
      last.value = { table, replay: await post<TariffReplay>("/api/tariffs/replay", body, { timeoutMs: TIMEOUT_MS }) };
    });
  return (
    <>
      <section class="form-part" aria-label={t("tariff.replay")}>
        <h2>{t("tariff.replay")}</h2>
        <p class="soft">{t("tariff.replay_what")}</p>
        {mayReplay() ? (
          <>
            <div class="row">
              <ReplayDaysChoice value={days} onChoose={setDays} />
              <Button refusal={refusal} onTap={start}>
                {tn("tariff.replay_do", Number(days))}
              </Button>
              <Progress />
            </div>
            {found === null ? <Stale /> : <Found replay={found} />}
          </>
        ) : (
          <p>{t("tariff.replay_locked")}</p>
        )}
      </section>
      {found === null ? null : <Worst stays={found.worst} />}
    </>
  );
}

export function ReplayDaysChoice({ value, onChoose }: { value: ReplayDays; onChoose: (days: ReplayDays) => void }) {
  return (
    <Choice
      label={t("tariff.replay_days")}
      quiet
      options={DAYS}
      value={value}
      text={(days) => tn("tariff.days", Number(days))}
      onChoose={onChoose}
    />
  );
}

function Progress() {
  const task = progress.value.get("tariff_replay");
  if (task === undefined || task.done >= task.total) return null;
  return <progress aria-label={t("tariff.replay")} value={task.done} max={task.total} />;
}

/** There was a replay, but of other rules than these. */
function Stale() {
  return last.value === null ? null : <p role="status">{t("tariff.replay_stale")}</p>;
}

function Found({ replay }: { replay: TariffReplay }) {
  return (
    <div class="replay-found" role="status">
      {replay.sessions === 0 ? <p>{t("tariff.replay_none")}</p> : <ReplayFigures replay={replay} />}
    </div>
  );
}

/** The stays whose price changes most, either way. */
function Worst({ stays }: { stays: readonly ReplayedStay[] }) {
  if (stays.length === 0) return null;
  return (
    <DataTable
      caption={t("tariff.replay_worst")}
      titled
      columns={columns()}
      rows={stays}
      keyOf={({ sessionId }) => sessionId}
    />
  );
}

const columns = (): Column<ReplayedStay>[] => [
  { id: "in", title: t("tariff.trial_enter"), cell: ({ enteredAt }) => <Moment at={enteredAt} /> },
  {
    id: "span",
    title: t("tariff.span"),
    cell: ({ enteredAt, exitedAt }) => <bdi>{duration(Date.parse(exitedAt) - Date.parse(enteredAt))}</bdi>,
  },
  { id: "class", title: t("tariff.class"), cell: ({ vehicleClass }) => className(vehicleClass) },
  { id: "before", title: t("tariff.replay.before"), numeric: true, cell: ({ before }) => <Money amount={before} /> },
  { id: "after", title: t("tariff.replay.after"), numeric: true, cell: ({ after }) => <Money amount={after} /> },
  {
    id: "change",
    title: t("tariff.change"),
    numeric: true,
    cell: ({ before, after }) => <Money amount={after - before} />,
  },
];

function className(vehicleClass: string): string {
  const known = VEHICLE_CLASSES.find((one) => one === vehicleClass);
  return known === undefined ? vehicleClass : t(`class.${known}`);
}
