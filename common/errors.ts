/** Every refusal the booth or the collector can answer with, and its HTTP status. */
export const ERROR_STATUS = {
  invalid_input: 400,
  malformed_json: 400,
  unknown_driver: 400,
  unauthenticated: 401,
  bad_credentials: 401,
  forbidden: 403,
  csrf_mismatch: 403,
  module_disabled: 403,
  origin_refused: 403,
  escalation: 403,
  not_found: 404,
  method_not_allowed: 405,
  last_admin: 409,
  builtin_role: 409,
  role_in_use: 409,
  already_voided: 409,
  shift_required: 409,
  shift_open: 409,
  session_closed: 409,
  quote_expired: 409,
  idempotency_conflict: 409,
  currency_locked: 409,
  name_taken: 409,
  run_busy: 409,
  setup_incomplete: 409,
  no_such_device: 409,
  not_voidable: 409,
  already_validated: 409,
  item_taken: 409,
  changed_meanwhile: 412,
  too_large: 413,
  unsupported_media: 415,
  rate_limited: 429,
  internal: 500,
  not_ready: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** One thing that is wrong with an input: where, as a dotted path, and what was expected there. */
export interface ErrorDetail {
  path: string;
  message: string;
}

export interface ErrorExtras {
  details?: readonly ErrorDetail[];
  /** Further top-level members of the error body, such as the new `quote` of `quote_expired`. */
  body?: Readonly<Record<string, unknown>>;
  retryAfterSeconds?: number;
}

/** The body of every answer that is not a success. */
export interface ErrorBody {
  error: ErrorCode;
  message: string;
  details?: readonly ErrorDetail[];
  requestId: string;
}

/** A refusal: expected, worded for the person who asked, and never a bug. */
export class BoothError extends Error {
  readonly code: ErrorCode;
  readonly extras: ErrorExtras;

  constructor(code: ErrorCode, message: string, extras: ErrorExtras = {}) {
    super(message);
    this.name = "BoothError";
    this.code = code;
    this.extras = extras;
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }
}

/** Refuses one member of an input: where it stands, and what was expected there. */
export function refuseInput(path: string, message: string): never {
  throw new BoothError("invalid_input", `${path}: ${message}`, { details: [{ path, message }] });
}

/** Throws a refusal; reads as `find(…) ?? refuse("not_found", "…")`. */
export function refuse(code: ErrorCode, message: string, extras?: ErrorExtras): never {
  throw new BoothError(code, message, extras);
}
