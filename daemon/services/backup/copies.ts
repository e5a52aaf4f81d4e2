import type { BackupConfig, BackupCopy } from "../../../common/api/backups.ts";
import { instant } from "../../../common/node/clock.ts";
import type { Needs } from "../../context.ts";
import { localDate } from "../site-days.ts";
import { siteOf } from "../sites.ts";
import { backupName, nextBackupAt } from "./names.ts";
import { knownOf } from "./records.ts";
import { decideRetention, type Fate, type RetentionPolicy } from "./retention.ts";
import type { FoundCopy } from "./target.ts";

type Reader = Needs<"db" | "clock">;
type KnownCopy = FoundCopy & Pick<BackupCopy, "proof" | "provedAt" | "seq">;

/** The copies that were found, the newest first, and why each is kept by this policy. */
export function describeCopies(booth: Reader, found: readonly FoundCopy[], policy: RetentionPolicy): BackupCopy[] {
  return fatesOf(booth, withKnown(booth, found), policy).map(copyOf);
}

function withKnown({ db }: Reader, found: readonly FoundCopy[]): KnownCopy[] {
  return found.map((copy) => ({ ...copy, ...knownOf(db, copy) }));
}

function fatesOf({ db, clock }: Reader, copies: readonly KnownCopy[], policy: RetentionPolicy): Fate<KnownCopy>[] {
  const { timezone } = siteOf(db);
  return decideRetention(copies, policy, (at) => localDate(timezone, at), clock.now());
}

function copyOf({ name, at, bytes, proof, provedAt, seq, reasons }: Fate<KnownCopy>): BackupCopy {
  return { name, at: instant(at), bytes, proof, provedAt, seq, keptBecause: reasons };
}

/** The copies that the next run removes, if it makes a good one now. */
export function removedByNext(
  booth: Reader,
  found: readonly FoundCopy[],
  policy: Pick<BackupConfig, "keepLast" | "keepDailyDays">,
): BackupCopy[] {
  const at = nextBackupAt(booth.clock.now(), found);
  const name = backupName(siteOf(booth.db).id, at);
  const next: KnownCopy = { name, at, bytes: 0, proof: "verified", provedAt: null, seq: null };
  return fatesOf(booth, [...withKnown(booth, found), next], policy)
    .filter(({ reasons }) => reasons.length === 0)
    .map(copyOf);
}
