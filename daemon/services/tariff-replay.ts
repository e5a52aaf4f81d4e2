import { setImmediate as nextTurn } from "node:timers/promises";
import type { ReplayedStay, TariffReplay, TariffReplayRequest } from "../../common/api/tariffs.ts";
import { refuse } from "../../common/errors.ts";
import type { ReplaySummary } from "../../common/events.ts";
import { instant } from "../../common/node/clock.ts";
import { DAY } from "../../common/pricing/duration.ts";
import { price } from "../../common/pricing.ts";
import type { RateTable } from "../../common/rate-table.ts";
import type { Needs } from "../context.ts";
import { countEnded, type EndedStay, endedStays, rangeSince } from "./replayed-stays.ts";
import { siteOf } from "./sites.ts";
import { assertSound } from "./tariff-check.ts";
import { tariffById } from "./tariffs.ts";

/** Prices the stays of the last days by a draft, and by the tariffs they had. One at a time: else `run_busy`. */
export type Replay = (request: TariffReplayRequest) => Promise<TariffReplay>;

/** How long stays are priced before others have their turn. */
const SLICE_MS = 8;
const WORST = 10;

/**
 * Opens the replay of a booth. Both prices of a stay are what a tariff asks from its entry to its exit, with the
 * validations that were recorded: `before` by the tariff in force at its entry, `after` by the draft. So they differ by
 * the tariff and nothing else; what was taken also has grace, voids and payments before the exit in it.
 */
export function openReplay(booth: Needs<"db" | "clock">, onProgress: OnProgress = () => {}): Replay {
  let running = false;
  return async (request) => {
    if (running) refuse("run_busy", "a tariff is being replayed already");
    running = true;
    try {
      return await replayStays(booth, request, onProgress);
    } finally {
      running = false;
    }
  };
}

type OnProgress = (done: number, total: number) => void;

async function replayStays(
  { db, clock }: Needs<"db" | "clock">,
  { rateTable, days }: TariffReplayRequest,
  onProgress: OnProgress,
): Promise<TariffReplay> {
  assertSound(db, rateTable);
  const now = clock.now();
  const [from, to] = [instant(now - days * DAY), instant(now)];
  const range = rangeSince(db, from);
  const total = countEnded(db, range);
  const { timezone, currency } = siteOf(db);
  const priceBy = (table: RateTable, stay: EndedStay) => price(table, { ...stay, timezone, currency }).amount;
  const found = newReplay(from, to, days);
  let [done, told] = [0, 0];
  let turn = clock.monotonic();
  for (const stay of endedStays(db, range)) {
    if (typeof stay === "string") found.skipped[stay] += 1;
    else addStay(found, stay, priceBy(tariffById(db, stay.tariffId).rateTable, stay), priceBy(rateTable, stay));
    done += 1;
    if (clock.monotonic() - turn < SLICE_MS) continue;
    const percent = Math.floor((done / total) * 100);
    if (percent !== told) onProgress(done, total);
    told = percent;
    await nextTurn();
    turn = clock.monotonic();
  }
  return found;
}

function newReplay(from: string, to: string, days: number): TariffReplay {
  const sums = { sessions: 0, before: 0, after: 0, difference: 0, dearer: 0, cheaper: 0, same: 0 };
  const skipped = { subscription: 0, lostTicket: 0, closedByHand: 0, tooLong: 0 };
  return { from, to, days, ...sums, skipped, worst: [] };
}

function addStay(found: TariffReplay, stay: EndedStay, before: number, after: number): void {
  found.sessions += 1;
  found.before += before;
  found.after += after;
  found.difference += after - before;
  if (after === before) found.same += 1;
  else if (after > before) found.dearer += 1;
  else found.cheaper += 1;
  const { sessionId, enteredAt, exitedAt, vehicleClass } = stay;
  if (after !== before) keepWorst(found.worst, { sessionId, enteredAt, exitedAt, vehicleClass, before, after });
}

const changeOf = ({ before, after }: ReplayedStay) => Math.abs(after - before);

/** Keeps the ten that change most, either way; of equal ones the earlier. */
function keepWorst(worst: ReplayedStay[], stay: ReplayedStay): void {
  const place = worst.findIndex((other) => changeOf(other) < changeOf(stay));
  if (place < 0 && worst.length >= WORST) return;
  worst.splice(place < 0 ? worst.length : place, 0, stay);
  worst.length = Math.min(worst.length, WORST);
}

/** What of a replay goes into the ledger: its sums, and no stay. */
export function summaryOf({ worst: _, ...summary }: TariffReplay): ReplaySummary {
  return summary;
}
