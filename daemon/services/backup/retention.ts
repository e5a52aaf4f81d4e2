import type { BackupCopy, KeepReason } from "../../../common/api/backups.ts";
import { DAY } from "../../../common/pricing/duration.ts";
import type { NamedCopy } from "./names.ts";

/** How many of the newest copies are kept, and for how many of the site's days the newest of each. */
export interface RetentionPolicy {
  keepLast: number;
  keepDailyDays: number;
}

/** A copy, and what is known of how good it is. */
export interface ProvedCopy extends NamedCopy {
  proof: BackupCopy["proof"];
}

/** A copy and why it is kept; without a reason it goes. */
export type Fate<T extends ProvedCopy = ProvedCopy> = T & { reasons: KeepReason[] };

/**
 * Decides which copies are kept and why, the newest first: the newest `keepLast`, the newest of each of the site's days for
 * `keepDailyDays` days counted back from the newest copy's, and always the newest verified one; also the newest that could
 * only be read back, where that is newer. While there is neither, nothing goes. A copy that was made while the clock was
 * far ahead of `now` does not move those days. `dateOf` is the date of an instant on the site's wall clock, `YYYY-MM-DD`.
 */
export function decideRetention<T extends ProvedCopy>(
  copies: readonly T[],
  { keepLast, keepDailyDays }: RetentionPolicy,
  dateOf: (at: number) => string,
  now = Number.POSITIVE_INFINITY,
): Fate<T>[] {
  const fates = copies
    .map((copy): Fate<T> => ({ ...copy, reasons: [] }))
    .sort((a, b) => b.at - a.at || (a.name < b.name ? 1 : -1));
  for (const fate of fates.slice(0, keepLast)) fate.reasons.push("last");
  for (const fate of newestOfDays(fates, keepDailyDays, dateOf, now)) fate.reasons.push("daily");
  for (const fate of newestGood(fates)) fate.reasons.push("newest_verified");
  if (newestGood(fates).length === 0) for (const fate of fates) fate.reasons.push("nothing_verified");
  return fates;
}

function newestGood<T extends ProvedCopy>(newestFirst: readonly T[]): T[] {
  const verified = newestFirst.findIndex(({ proof }) => proof === "verified");
  const written = newestFirst.findIndex(({ proof }) => proof === "written");
  const isWrittenNewer = written >= 0 && (verified < 0 || written < verified);
  return newestFirst.filter((_, index) => index === verified || (isWrittenNewer && index === written));
}

function newestOfDays<T extends ProvedCopy>(
  newestFirst: readonly T[],
  days: number,
  dateOf: (at: number) => string,
  now: number,
): T[] {
  const newest = newestFirst.find(({ at }) => at <= now + DAY) ?? newestFirst[0];
  if (!newest || days === 0) return [];
  const last = dayNumber(dateOf(newest.at));
  const seen = new Set<number>();
  return newestFirst.filter(({ at }) => {
    const day = dayNumber(dateOf(at));
    if (day <= last - days || seen.has(day)) return false;
    seen.add(day);
    return true;
  });
}

/** Days of the calendar since 1970, so that days are counted alike across clock changes. */
function dayNumber(date: string): number {
  return Math.round(Date.parse(`${date}T00:00:00.000Z`) / DAY);
}
