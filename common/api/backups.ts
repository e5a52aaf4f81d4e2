import * as v from "valibot";
import { At, Int, Line } from "./parts.ts";

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

export const BackupConfig = v.strictObject({
  keepLast: Int,
  keepDailyDays: Int,
  targetDir: v.string(),
  /** Cron, five fields, on the site's wall clock. */
  schedule: v.string(),
});
export type BackupConfig = v.InferOutput<typeof BackupConfig>;

/** Why a copy is kept. */
export const KeepReason = v.picklist(["last", "daily", "newest_verified", "nothing_verified"]);
export type KeepReason = v.InferOutput<typeof KeepReason>;

/** A backup in the target directory. */
export const BackupCopy = v.strictObject({
  name: v.string(),
  /** When its data were read. */
  at: At,
  bytes: Int,
  /** `verified`: decrypted and proved. `written`: read back, but the booth cannot decrypt it. `damaged`: proved bad. */
  proof: v.picklist(["verified", "written", "damaged", "unknown"]),
  provedAt: v.nullable(At),
  /** The last entry of the ledger in it; null for a copy this booth knows no more of than its name. */
  seq: v.nullable(Int),
  /** Empty for a copy that the next run removes. */
  keptBecause: v.array(KeepReason),
});
export type BackupCopy = v.InferOutput<typeof BackupCopy>;

/** What a changed configuration would come to, before it is stored. */
export const BackupConfigPreview = v.strictObject({
  ...BackupConfig.entries,
  wouldRemove: v.array(BackupCopy),
});
export type BackupConfigPreview = v.InferOutput<typeof BackupConfigPreview>;

/** One run, as it ended or while it goes on. */
export const BackupRun = v.strictObject({
  startedAt: At,
  finishedAt: v.nullable(At),
  cause: v.picklist(["schedule", "asked"]),
  outcome: v.picklist(["done", "failed", "running", "cut_off"]),
  /** What went wrong: a word for programs, and a sentence for people. */
  code: v.nullable(v.string()),
  message: v.nullable(v.string()),
  name: v.nullable(v.string()),
});
export type BackupRun = v.InferOutput<typeof BackupRun>;

/** What came of proving a copy once more: good, or what is wrong with it. */
export const BackupVerdict = v.strictObject({
  name: v.string(),
  ok: v.boolean(),
  /** What went wrong: a word for programs, and a sentence for people. */
  code: v.nullable(v.string()),
  message: v.nullable(v.string()),
});
export type BackupVerdict = v.InferOutput<typeof BackupVerdict>;

/** What the booth is given to encrypt with: with a recipient it can write backups and not read them. */
export const BackupKeyKind = v.picklist(["identity", "recipient", "none"]);
export type BackupKeyKind = v.InferOutput<typeof BackupKeyKind>;

export const BackupStatus = v.strictObject({
  ...BackupConfig.entries,
  key: BackupKeyKind,
  /** Whether all is well; else `message` says in a sentence what is not. */
  ok: v.boolean(),
  message: v.nullable(v.string()),
  /** The newest that was good and still is, as far as the target can be looked at. */
  lastSuccess: v.nullable(BackupRun),
  /** What became of a newer one: its copy is not in the target any more, or was found damaged. */
  lost: v.nullable(v.picklist(["missing", "damaged"])),
  lastAttempt: v.nullable(BackupRun),
  /** How the last one ended; while one goes on, the one before it. */
  lastEnded: v.nullable(BackupRun),
  running: v.nullable(v.strictObject({ done: Int, total: Int })),
  /** When the next one is due; null without a key. */
  next: v.nullable(At),
  /** Whether the last good one is older than the schedule allows, with or without a key. */
  late: v.boolean(),
  target: v.strictObject({
    ok: v.boolean(),
    /** What is wrong: a word for programs, and a sentence for people. */
    code: v.nullable(v.string()),
    message: v.nullable(v.string()),
    freeBytes: v.nullable(Int),
    sameDisk: v.nullable(v.boolean()),
  }),
  copies: v.array(BackupCopy),
});
export type BackupStatus = v.InferOutput<typeof BackupStatus>;
