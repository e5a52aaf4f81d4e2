import type { LedgerEvent } from "../../common/events.ts";
import { instant } from "../../common/node/clock.ts";
import { sql } from "../../common/node/db.ts";
import type { Needs } from "../context.ts";
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

/**
 * Signs every site day that has ended and has no `day_close`, the oldest first, one event a day. Which day is next is
 * read inside the commit, so a day is signed once whoever else tries. Answers what was signed.
 */
export async function closeDueDays(booth: Needs<"db" | "ledger" | "clock">): Promise<LedgerEvent<"day_close">[]> {
  const closed: LedgerEvent<"day_close">[] = [];
  while (nextDayToClose(booth.db).to <= booth.clock.now()) {
    const event = await booth.ledger.commit(BOOTH_ACTOR, (tx) => closeNextDay(booth, tx));
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
