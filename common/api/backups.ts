import * as v from "valibot";
import { Line } from "./parts.ts";

/** What a site keeps of its backups while nobody says otherwise, and when it makes one. */
export const BACKUP_DEFAULTS = { keepLast: 7, keepDailyDays: 30, schedule: "0 3 * * *" } as const;

const count = (most: number) =>
  v.nullable(
    v.pipe(
      v.number("expected a whole number, or null for the default"),
      v.integer("expected a whole number"),
      v.minValue(0, "expected 0 or more"),
      v.maxValue(most, `expected at most ${most}`),
    ),
  );

const TargetDir = v.nullable(
  v.pipe(
    v.string("expected a directory, or null for the default"),
    v.maxLength(1000, "expected at most 1000 characters"),
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused here
    v.regex(/^\/[^\u0000-\u001f\u007f]*$/, "expected the absolute path of a directory, such as /mnt/usb/backups"),
  ),
);

/** What PUT /api/backup/config takes, each member at will; null resets to the default, an absent key stays as it is. */
export const BackupConfigUpdate = v.partial(
  v.strictObject({
    keepLast: count(100_000),
    keepDailyDays: count(100_000),
    targetDir: TargetDir,
    schedule: v.nullable(v.pipe(v.string("expected a schedule, or null for the default"), v.maxLength(200))),
  }),
);
export type BackupConfigUpdate = v.InferOutput<typeof BackupConfigUpdate>;

/** `?dryRun=true` stores nothing and tells which copies would go. */
export const BackupConfigQuery = v.strictObject({
  dryRun: v.optional(v.picklist(["true", "false"], "expected true or false"), "false"),
});

/** Which copy is to be proved. */
export const BackupVerify = v.strictObject({ name: Line });

export interface BackupConfig {
  keepLast: number;
  keepDailyDays: number;
  targetDir: string;
  /** Cron, five fields, on the site's wall clock. */
  schedule: string;
}

/** Why a copy is kept. */
export type KeepReason = "last" | "daily" | "newest_verified" | "nothing_verified";

/** A backup in the target directory. */
export interface BackupCopy {
  name: string;
  /** When its data were read. */
  at: string;
  bytes: number;
  /** `verified`: decrypted and proved. `written`: read back, but the booth cannot decrypt it. `damaged`: proved bad. */
  proof: "verified" | "written" | "damaged" | "unknown";
  provedAt: string | null;
  /** The last entry of the ledger in it; null for a copy this booth knows no more of than its name. */
  seq: number | null;
  /** Empty for a copy that the next run removes. */
  keptBecause: KeepReason[];
}

/** What a changed configuration would come to, before it is stored. */
export interface BackupConfigPreview extends BackupConfig {
  wouldRemove: BackupCopy[];
}

/** One run, as it ended or while it goes on. */
export interface BackupRun {
  startedAt: string;
  finishedAt: string | null;
  cause: "schedule" | "asked";
  outcome: "done" | "failed" | "running" | "cut_off";
  /** What went wrong: a word for programs, and a sentence for people. */
  code: string | null;
  message: string | null;
  name: string | null;
}

/** What came of proving a copy once more: good, or what is wrong with it. */
export interface BackupVerdict {
  name: string;
  ok: boolean;
  /** What went wrong: a word for programs, and a sentence for people. */
  code: string | null;
  message: string | null;
}

/** What the booth is given to encrypt with: with a recipient it can write backups and not read them. */
export type BackupKeyKind = "identity" | "recipient" | "none";

export interface BackupStatus extends BackupConfig {
  key: BackupKeyKind;
  /** Whether all is well; else `message` says in a sentence what is not. */
  ok: boolean;
  message: string | null;
  lastSuccess: BackupRun | null;
  lastAttempt: BackupRun | null;
  /** How the last one ended; while one goes on, the one before it. */
  lastEnded: BackupRun | null;
  running: { done: number; total: number } | null;
  /** When the next one is due; null without a key. */
  next: string | null;
  /** Whether the last good one is older than the schedule allows, with or without a key. */
  late: boolean;
  target: {
    ok: boolean;
    /** What is wrong: a word for programs, and a sentence for people. */
    code: string | null;
    message: string | null;
    freeBytes: number | null;
    sameDisk: boolean | null;
  };
  copies: BackupCopy[];
}
