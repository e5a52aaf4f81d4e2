import { ERROR_STATUS } from "../../../common/errors.ts";

/** The groups of operations: the first word of their paths. */
export const TAGS = [
  { name: "auth", description: "Signing in and out, and what people change about themselves" },
  { name: "users", description: "The people who can sign in" },
  { name: "roles", description: "What people may do" },
  { name: "hello", description: "What a sign-in screen shows" },
  { name: "site", description: "What every screen needs to know of the site" },
  { name: "site-config", description: "The site's configuration" },
  { name: "setup", description: "Lanes, their devices and the drivers of these" },
  { name: "lanes", description: "Lanes as they stand, and barriers by hand" },
  { name: "sessions", description: "Stays of vehicles" },
  { name: "payments", description: "Money for stays, and receipts" },
  { name: "shifts", description: "A person's time at the drawer, from the float to the count" },
  { name: "tariffs", description: "What a stay costs" },
  { name: "subscriptions", description: "Who parks without a ticket" },
  { name: "events", description: "The signed ledger" },
  { name: "live", description: "The live feed" },
  { name: "reports", description: "Reports, as JSON, CSV or a page to print" },
  { name: "prints", description: "What waits for a printer" },
  { name: "plates", description: "Plates as personal data" },
  { name: "backup", description: "Backups" },
  { name: "validation", description: "Tickets validated by the site's partners" },
  { name: "carwash", description: "The car wash, and pictures for those who review classes" },
  { name: "ingress", description: "What devices report" },
  { name: "healthz", description: "Whether the process turns" },
  { name: "readyz", description: "Whether the booth can take money" },
  { name: "metrics", description: "What the booth measures of itself" },
  { name: "openapi.json", description: "This document" },
] as const;

/** What the schemas of small things mean. */
export const DESCRIPTIONS: Readonly<Record<string, string>> = {
  At: "instant, in UTC with milliseconds",
  Instant: "instant (RFC 3339)",
  SiteDate: "day of the site, such as 2026-11-20",
  Edge: "day of the site, meant whole, or instant",
  DayOrInstant: "day of the site, or instant",
  Amount: "whole minor units, at most 1000000000",
  PositiveAmount: "whole minor units, at least 1",
  Slug: "1 to 64 letters, digits, - or _",
  Line: "line of text, at most 200 characters",
  Plate: "plate; kept as letters and digits",
  Credential: "what a card or tag says",
  NewPassword: "at least 4 characters, at most 72 bytes",
};

const Detail = {
  type: "object",
  properties: { path: { type: "string" }, message: { type: "string" } },
  required: ["path", "message"],
  additionalProperties: false,
};

const key = {
  name: "Idempotency-Key",
  in: "header",
  description: "Of one's own choice. The same key and body gives the first answer again; another body is refused.",
  schema: { type: "string", pattern: "^[\\x21-\\x7e]{1,200}$" },
  example: "b0a6d6a2-5f4e-4f38-9a53-3d6a1f0d9c11",
};

/** What operations refer to, besides the schemas that have a name of their own. */
export const COMPONENTS = {
  securitySchemes: {
    session: { type: "apiKey", in: "cookie", name: "parking_token", description: "Set by POST /api/auth/login." },
    csrfCookie: { type: "apiKey", in: "cookie", name: "parking_csrf", description: "Set with it, and readable." },
    csrf: { type: "apiKey", in: "header", name: "X-CSRF-Token", description: "The value of the cookie parking_csrf." },
  },
  headers: {
    RequestId: { description: "To tell support", schema: { type: "string", format: "uuid" } },
    ETag: { description: "What If-Match takes", schema: { type: "string" } },
    RetryAfter: { description: "Seconds to wait", schema: { type: "string", pattern: "^\\d+$" } },
  },
  parameters: {
    IdempotencyKey: { ...key, required: true },
    OptionalIdempotencyKey: { ...key, required: false },
    IfNoneMatch: {
      name: "If-None-Match",
      in: "header",
      required: false,
      description: "The ETag of what is there already. Where it is still that, the answer is 304 without a body.",
      schema: { type: "string" },
      example: '"3q2-7wAAAAAAAAAAAAAAAA"',
    },
    IfMatch: {
      name: "If-Match",
      in: "header",
      required: false,
      description: "The ETag of what was seen. Where it is another by now, nothing is changed, and `current` tells it.",
      schema: { type: "string" },
      example: '"3q2-7wAAAAAAAAAAAAAAAA"',
    },
  },
  schemas: {
    Error: {
      type: "object",
      description: "The body of every answer that is not a success.",
      properties: {
        error: { type: "string", enum: Object.keys(ERROR_STATUS) },
        message: { type: "string", description: "One sentence for the person who asked." },
        details: { type: "array", items: Detail, description: "What is wrong where." },
        requestId: { type: "string", format: "uuid" },
        quote: { $ref: "#/components/schemas/Quote", description: "With quote_expired: the new one." },
        validation: { $ref: "#/components/schemas/GivenValidation", description: "With already_validated: the first." },
        result: { $ref: "#/components/schemas/ImportResult", description: "With a refused import: each row." },
        current: { description: "With changed_meanwhile: how it stands now." },
      },
      required: ["error", "message", "requestId"],
      additionalProperties: false,
    },
  },
};
