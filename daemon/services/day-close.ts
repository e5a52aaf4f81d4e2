import type { LedgerEvent } from "../../common/events.ts";
import { instant } from "../../common/node/clock.ts";
import { sql } from "../../common/node/db.ts";
import { DAY } from "../../common/pricing/duration.ts";
import type { Actor, Needs } from "../context.ts";
import { makeCheckpoint } from "../ledger/checkpoint.ts";
import type { Transaction } from "../ledger/ledger.ts";
import { readHead } from "../ledger/writer.ts";
import { BOOTH_ACTOR } from "./actors.ts";
import { figuresOf, totalsAt } from "./reports/day-figures.ts";
import { totalsAfter } from "./shifts.ts";
import { nextDayToClose } from "./site-days.ts";
import { siteOf } from "./sites.ts";

/** A day that is signed later than this after its end says that it is late. */
export const LATE_AFTER_MS = 10 * 60_000;

/** More days than this are not signed unasked: a clock that is years ahead is likelier than a booth that slept so long. */
const MOST_DAYS_UNASKED = 370;

/** How many site days have ended and are not signed, near enough: zones and clock changes may make it one more or less. */
export function countDueDays({ db, clock }: Needs<"db" | "clock">): number {
  return Math.max(0, Math.floor((clock.now() - nextDayToClose(db).to) / DAY) + 1);
}

/** Whether the clock is so far ahead of the signed days that what cannot be undone must wait for somebody to look at it. */
export function isClockDoubtful(booth: Needs<"db" | "clock">): boolean {
  return countDueDays(booth) > MOST_DAYS_UNASKED;
}

/**
 * Signs every site day that has ended and has no `day_close`, the oldest first, one event a day; none while the
 * clock is doubtful, which is said in the log. Answers what was signed.
 */
export async function closeDueDays(
  booth: Needs<"db" | "ledger" | "clock" | "log">,
): Promise<LedgerEvent<"day_close">[]> {
  const days = countDueDays(booth);
  if (!isClockDoubtful(booth)) return closeDays(booth, BOOTH_ACTOR, days + 1);
  booth.log.error(
    { days },
    "too many days have ended unsigned: is the clock right? None is signed until somebody looks",
  );
  return [];
}

/**
 * Signs up to `most` of the days that are due, for somebody who answers for the clock. Which day is next is read inside
 * the commit, so a day is signed once whoever else tries.
 */
export async function closeDays(
  booth: Needs<"db" | "ledger" | "clock">,
  actor: Actor,
  most: number,
): Promise<LedgerEvent<"day_close">[]> {
  const closed: LedgerEvent<"day_close">[] = [];
  while (closed.length < most && nextDayToClose(booth.db).to <= booth.clock.now()) {
    const event = await booth.ledger.commit(actor, (tx) => closeNextDay(booth, tx));
    if (!event) break;
    closed.push(event);
  }
  return closed;
}

function closeNextDay(booth: Needs<"ledger">, tx: Transaction): LedgerEvent<"day_close"> | null {
  const { db, at } = tx;
  const day = nextDayToClose(db);
  const head = readHead(db);
  const delay = Date.parse(at) - day.to;
  if (delay < 0 || !head) return null;
  const figures = figuresOf(db, day);
  const last = sql<{ number: number }>(db, "SELECT max(number) AS number FROM day_closes").get();
  return tx.append("day_close", {
    date: day.date,
    number: (last?.number ?? 0) + 1,
    timezone: siteOf(db).timezone,
    from: instant(day.from),
    to: instant(day.to),
    late: delay > LATE_AFTER_MS,
    lateSeconds: Math.floor(delay / 1000),
    ...figures,
    atEnd: totalsAt(db, figures.lastSeq),
    totals: totalsAfter(db, 0),
    checkpoint: makeCheckpoint(booth.ledger.keys, booth.ledger.boothId, head, at),
  });
}
