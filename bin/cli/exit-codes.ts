import type { ErrorCode } from "../../common/errors.ts";

/** Every exit code of boothctl and what it means; an unknown code is a failure. */
export const EXIT_CODES = [
  { code: 0, meaning: "done, already so, or an empty list" },
  { code: 1, meaning: "an unexpected failure" },
  { code: 2, meaning: "wrong usage, input or configuration; nothing was done" },
  { code: 3, meaning: "partly done" },
  { code: 4, meaning: "not signed in" },
  { code: 5, meaning: "not allowed" },
  { code: 6, meaning: "not found" },
  { code: 7, meaning: "refused by a rule of the booth" },
  { code: 8, meaning: "a check failed" },
  { code: 9, meaning: "could not be reached" },
  { code: 10, meaning: "busy: something else holds what is needed" },
  { code: 11, meaning: "rolled back" },
  { code: 74, meaning: "serve: it is not known what reached the disk; start it again" },
  { code: 130, meaning: "interrupted (143: ended by SIGTERM)" },
] as const;

export type ExitCode = (typeof EXIT_CODES)[number]["code"];

/** The exit code for each refusal of a service. */
export const EXIT_OF_REFUSAL: Readonly<Record<ErrorCode, ExitCode>> = {
  invalid_input: 2,
  malformed_json: 2,
  unknown_driver: 2,
  too_large: 2,
  unsupported_media: 2,
  unauthenticated: 4,
  bad_credentials: 4,
  forbidden: 5,
  csrf_mismatch: 5,
  module_disabled: 5,
  origin_refused: 5,
  escalation: 5,
  not_found: 6,
  method_not_allowed: 1,
  last_admin: 7,
  builtin_role: 7,
  role_in_use: 7,
  already_voided: 7,
  shift_required: 7,
  shift_open: 7,
  session_closed: 7,
  quote_expired: 7,
  idempotency_conflict: 7,
  currency_locked: 7,
  name_taken: 7,
  setup_incomplete: 7,
  no_such_device: 7,
  not_voidable: 7,
  already_validated: 7,
  item_taken: 7,
  changed_meanwhile: 7,
  run_busy: 10,
  rate_limited: 10,
  internal: 1,
  not_ready: 1,
};

/** What other errors mean that the program throws on purpose, by their name; nothing was changed by any of them. */
export const EXIT_OF_ERROR: Readonly<Record<string, { exit: ExitCode; code: string; hint: string }>> = {
  SettingsError: { exit: 2, code: "invalid_configuration", hint: "boothctl help environment" },
  CollectorSchemaError: { exit: 2, code: "schema_mismatch", hint: "boothctl collector serve" },
  NewerSchemaError: { exit: 2, code: "schema_mismatch", hint: "boothctl doctor" },
  ReleaseError: { exit: 8, code: "release_damaged", hint: "copy the release again" },
  ProgramError: { exit: 1, code: "program_failed", hint: "systemctl status" },
  SchemaMismatchError: { exit: 2, code: "schema_mismatch", hint: "boothctl doctor" },
  ForeignChainError: { exit: 2, code: "foreign_ledger", hint: "boothctl config show" },
  CheckpointError: { exit: 2, code: "foreign_checkpoint", hint: "boothctl ledger key" },
  ExportError: { exit: 2, code: "not_an_export", hint: "boothctl ledger export --help" },
};

/** What the system says, by its code. */
export const EXIT_OF_SYSTEM: Readonly<Record<string, { exit: ExitCode; code: string; hint?: string }>> = {
  ENOENT: { exit: 2, code: "no_such_file" },
  EISDIR: { exit: 2, code: "no_such_file" },
  ENOTDIR: { exit: 2, code: "no_such_file" },
  EEXIST: { exit: 2, code: "file_in_the_way" },
  ENOTEMPTY: { exit: 2, code: "file_in_the_way" },
  ENOSPC: { exit: 1, code: "disk_full" },
  EROFS: { exit: 5, code: "disk_readonly" },
  EBUSY: { exit: 10, code: "path_busy" },
  EXDEV: { exit: 2, code: "another_disk" },
  EACCES: { exit: 5, code: "forbidden" },
  EPERM: { exit: 5, code: "forbidden" },
  EADDRINUSE: { exit: 10, code: "address_in_use", hint: "ss -ltnp, to see which program; or set another PORT" },
  EADDRNOTAVAIL: { exit: 2, code: "no_such_address" },
  SQLITE_BUSY: { exit: 10, code: "database_busy" },
  SQLITE_READONLY: { exit: 5, code: "database_readonly" },
  SQLITE_CANTOPEN: { exit: 5, code: "database_unreadable" },
  SQLITE_NOTADB: { exit: 8, code: "database_damaged" },
  SQLITE_CORRUPT: { exit: 8, code: "database_damaged" },
};
