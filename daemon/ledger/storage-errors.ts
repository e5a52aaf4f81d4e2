import { BoothError } from "../../common/errors.ts";

export const RECORDS_OFF = "Payments are off: records cannot be saved.";

const RETRY_AFTER_SECONDS = 5;

/** What passes, or at least leaves nothing half done: SQLite's code, and the reason as people are told it. */
const REASONS = {
  SQLITE_FULL: "the disk is full",
  SQLITE_READONLY: "the disk is read-only",
  SQLITE_BUSY: "the database is locked",
  SQLITE_CORRUPT: "the database file is damaged",
  SQLITE_NOTADB: "the database file is damaged",
} as const;

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

/** The refusal that a storage error stands for, or null where it is not known what reached the disk. */
export function refusalOf(error: unknown): BoothError | null {
  if (!isStorageError(error)) return null;
  const known = Object.entries(REASONS).find(([code]) => error.code.startsWith(code));
  return known ? notReady(`${RECORDS_OFF} Reason: ${known[1]}.`) : null;
}

/** 503 with a sentence for the people at the booth. */
export function notReady(message: string): BoothError {
  return new BoothError("not_ready", message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}
