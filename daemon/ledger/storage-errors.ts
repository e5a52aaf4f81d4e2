import type { OffReason } from "../../common/api/live.ts";
import { BoothError } from "../../common/errors.ts";

export const RECORDS_OFF = "Payments are off: records cannot be saved.";

const RETRY_AFTER_SECONDS = 5;

/** What passes, or at least leaves nothing half done, by SQLite's code. */
const REASONS = {
  SQLITE_FULL: "disk_full",
  SQLITE_READONLY: "read_only",
  SQLITE_BUSY: "locked",
  SQLITE_CORRUPT: "damaged",
  SQLITE_NOTADB: "damaged",
} as const satisfies Record<string, OffReason>;

/** The reasons as people are told them. */
const TOLD: Readonly<Record<Exclude<OffReason, "broken">, string>> = {
  disk_full: "the disk is full",
  reserve: "the disk is full. Who has paid can leave, barriers open by hand, and shifts can be closed",
  read_only: "the disk is read-only",
  locked: "the database is locked",
  damaged: "the database file is damaged",
  unknown_outcome: "it is not known whether the last record reached the disk",
};

const STORAGE_CODES = /^SQLITE_(FULL|READONLY|BUSY|IOERR|CORRUPT|NOTADB|CANTOPEN|PROTOCOL|NOMEM)/;

type CodedError = Error & { code: string };

/** Whether an error is the storage's and not the asker's: it concerns everything in the transaction. */
export function isStorageError(error: unknown): error is CodedError {
  return error instanceof Error && "code" in error && STORAGE_CODES.test(String(error.code));
}

/** Another process's transaction is in the way. */
export function isBusy(error: unknown): boolean {
  return isStorageError(error) && error.code.startsWith("SQLITE_BUSY");
}

/** Why records are off after a storage error; null where it is not known what reached the disk. */
export function reasonOf(error: unknown): Exclude<OffReason, "broken"> | null {
  if (!isStorageError(error)) return null;
  return Object.entries(REASONS).find(([code]) => error.code.startsWith(code))?.[1] ?? null;
}

/** Why payments are off, in a sentence. */
export const offMessage = (reason: Exclude<OffReason, "broken">) => `${RECORDS_OFF} Reason: ${TOLD[reason]}.`;

/** 503 with a sentence for the people at the booth. */
export function notReady(message: string): BoothError {
  return new BoothError("not_ready", message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}
