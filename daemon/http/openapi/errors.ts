import { ERROR_STATUS, type ErrorCode } from "../../../common/errors.ts";
import type { ModuleId } from "../../../common/modules.ts";
import type { RouteText } from "../describe.ts";
import type { Asked } from "../guard.ts";

/** What each code means, as an example of the sentence that comes with it. */
export const ERROR_EXAMPLES: Readonly<Record<ErrorCode, string>> = {
  invalid_input: "the request body: amount: expected a whole number of minor units",
  malformed_json: "expected a body of well-formed JSON",
  unknown_driver: "there is no driver of this id",
  unauthenticated: "please sign in",
  bad_credentials: "the user name or the password is wrong",
  forbidden: "this needs the permission tariff:update",
  csrf_mismatch: "the request lacks the value that shows it is meant",
  module_disabled: "the module carwash is not active at this booth",
  origin_refused: "another site's page cannot do this",
  escalation: "this role holds what you do not: site:update",
  not_found: "there is nothing at this path",
  method_not_allowed: "this path takes GET",
  last_admin: "this is the last administrator; make somebody else one first",
  builtin_role: "the built-in role cannot be changed or deleted",
  role_in_use: "somebody has this role; give them another one first",
  already_voided: "this is voided already, by entry 4712",
  shift_required: "open a shift before taking money",
  shift_open: "your shift is open already",
  session_closed: "this stay is closed already",
  quote_expired: "the fee has changed since it was quoted; here is the new one",
  idempotency_conflict: "this key came with another request before",
  currency_locked: "the currency stays as it is once money was taken",
  name_taken: "somebody else has this user name",
  run_busy: "this is being done already",
  setup_incomplete: "a lane lacks a device",
  no_such_device: "this lane has no such device",
  not_voidable: "an entry of kind boot cannot be voided",
  already_validated: "this station has validated the stay already",
  item_taken: "this item was taken from another booth",
  changed_meanwhile: "somebody changed this meanwhile; here is how it stands now",
  too_large: "expected at most 65536 bytes of JSON",
  unsupported_media: "expected a body of type application/json, in UTF-8",
  rate_limited: "please wait 4 s before the next attempt",
  internal: "something went wrong at the booth; please tell support the request id",
  not_ready: "Payments are off: records cannot be saved. Reason: the disk is full.",
};

/** What is known of a route from its declaration. */
export interface RouteFacts {
  method: string;
  path: string;
  asked: Asked | null;
  module: ModuleId | null;
  /** Whether the Idempotency-Key must, may or cannot come. */
  key: "required" | "optional" | null;
  text: RouteText;
}

/** Every code a route can refuse with: what follows from its guards and schemas, and what its text says. */
export function codesOf({ method, path, asked, module, key, text }: RouteFacts): ErrorCode[] {
  const codes = new Set<ErrorCode>(["internal", ...(text.refuses ?? [])]);
  const add = (holds: unknown, ...more: ErrorCode[]) => {
    if (holds) for (const code of more) codes.add(code);
  };
  const writes = method !== "GET";
  add(asked !== null, "unauthenticated");
  add(asked !== null && asked !== "sign-in", "forbidden");
  add(asked !== null && writes, "csrf_mismatch", "origin_refused");
  add(module !== null, "module_disabled");
  add(writes && (asked !== null || text.body), "malformed_json", "too_large", "unsupported_media");
  add(text.body || text.query || key, "invalid_input");
  add(path.includes("{"), "invalid_input", "not_found");
  add(key, "idempotency_conflict");
  add(text.ifMatch, "changed_meanwhile");
  add(writes, "not_ready");
  return (Object.keys(ERROR_STATUS) as ErrorCode[]).filter((code) => codes.has(code));
}

/** The codes by their status. */
export function codesByStatus(codes: readonly ErrorCode[]): Map<number, ErrorCode[]> {
  const found = new Map<number, ErrorCode[]>();
  for (const code of codes) found.set(ERROR_STATUS[code], [...(found.get(ERROR_STATUS[code]) ?? []), code]);
  return found;
}
