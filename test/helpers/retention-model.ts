import assert from "node:assert/strict";
import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { decideRetention, type ProvedCopy, type RetentionPolicy } from "../../daemon/services/backup/retention.ts";

const ZONES = ["UTC", "Europe/Madrid", "America/Santiago", "Asia/Kathmandu", "Pacific/Apia"];
const PROOFS = ["verified", "written", "unknown", "damaged"] as const;

const dateIn = (zone: string) => (at: number) =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate().toString();

/** The rules as somebody would read them out, asked of one copy at a time. */
function isKept(copy: ProvedCopy, all: readonly ProvedCopy[], policy: RetentionPolicy, zone: string): boolean {
  const date = dateIn(zone);
  const newer = (other: ProvedCopy) => other.at > copy.at;
  if (all.filter(newer).length < policy.keepLast) return true;
  const newestDay = Temporal.PlainDate.from(date(Math.max(...all.map(({ at }) => at))));
  const age = newestDay.since(date(copy.at), { largestUnit: "days" }).days;
  if (age < policy.keepDailyDays && !all.some((other) => newer(other) && date(other.at) === date(copy.at))) return true;
  const good = all.filter(({ proof }) => proof === "verified" || proof === "written");
  if (good.length === 0) return true;
  if (copy.proof === "verified") return !all.some((other) => newer(other) && other.proof === "verified");
  return copy.proof === "written" && !good.some(newer);
}

const history = fc.record({
  zone: fc.constantFrom(...ZONES),
  policy: fc.record({ keepLast: fc.integer({ min: 0, max: 12 }), keepDailyDays: fc.integer({ min: 0, max: 40 }) }),
  // A few to a day, with gaps of weeks and a clock that was wrong.
  times: fc.uniqueArray(
    fc.oneof(
      fc.integer({ min: 0, max: 60 * 24 }).map((hours) => hours * 3600),
      fc.integer({ min: 0, max: 400 * 86_400 }),
    ),
    { maxLength: 60 },
  ),
  proofs: fc.array(fc.constantFrom(...PROOFS), { minLength: 60, maxLength: 60 }),
});

/** Compares so many random histories with the model; answers how many copies were decided. Throws for a difference. */
export function checkHistories(count: number): { copies: number; kept: number } {
  const sum = { copies: 0, kept: 0 };
  const start = Date.parse("2026-02-20T00:00:00Z");
  fc.assert(
    fc.property(history, ({ zone, policy, times, proofs }) => {
      const copies = times.map((second, index): ProvedCopy => {
        const at = start + second * 1000;
        return { name: `copy-${at}`, at, proof: proofs[index] ?? "unknown" };
      });
      const fates = decideRetention(copies, policy, dateIn(zone));
      assert.deepEqual(
        fates.map(({ name }) => name),
        [...copies].sort((a, b) => b.at - a.at).map(({ name }) => name),
      );
      for (const fate of fates) {
        assert.equal(fate.reasons.length > 0, isKept(fate, copies, policy, zone), `${fate.name} of ${copies.length}`);
        sum.kept += fate.reasons.length > 0 ? 1 : 0;
      }
      const verified = fates.find(({ proof }) => proof === "verified");
      assert.ok(!verified || verified.reasons.includes("newest_verified"));
      sum.copies += fates.length;
    }),
    { numRuns: count },
  );
  return sum;
}
