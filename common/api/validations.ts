import * as v from "valibot";
import { VALIDATION_STATIONS } from "../modules.ts";
import { ValidationSchema } from "../pricing/model.ts";
import { At, Int, numberedPageQuery, Plate, Slug } from "./parts.ts";
import { ReportRange, reportRange, StationSum } from "./reports.ts";

export type { Validation as ValidationRule } from "../pricing/model.ts";

/** A station; asked for a stay, also what it takes off and whether it did. */
export const Station = v.strictObject({
  id: v.string(),
  /** What the tariff of the stay takes off for it; null where that has no rule for it. */
  rule: v.exactOptional(v.nullable(ValidationSchema)),
  /** When it validated the stay; null if it did not. */
  givenAt: v.exactOptional(v.nullable(At)),
});
export type Station = v.InferOutput<typeof Station>;

/** What was given to a stay: its ticket by the number, without the code that opens an exit. */
export const GivenValidation = v.strictObject({
  seq: Int,
  at: At,
  sessionId: v.string(),
  ticket: v.string(),
  plate: v.nullable(v.string()),
  station: v.string(),
  rule: ValidationSchema,
});
export type GivenValidation = v.InferOutput<typeof GivenValidation>;

/** The whole code of a ticket, or the number on it alone. */
const Ticket = v.pipe(
  v.string("expected text"),
  v.transform((text) => text.replace(/\s/g, "").toUpperCase()),
  v.regex(/^\d{1,12}(-[0-9A-Z]{8})?$/, "expected the number of a ticket, such as 00842, or its whole code"),
);

export const StationsQuery = v.strictObject({ ...numberedPageQuery, session: v.optional(Slug) });

/** Exactly one of `ticket`, `plate` and `sessionId` says which stay. */
export const ValidationRequest = v.pipe(
  v.strictObject({
    station: v.picklist(VALIDATION_STATIONS, `expected one of ${VALIDATION_STATIONS.join(", ")}`),
    ticket: v.optional(Ticket),
    plate: v.optional(Plate),
    sessionId: v.optional(Slug),
  }),
  v.forward(
    v.check(
      ({ ticket, plate, sessionId }) => [ticket, plate, sessionId].filter((key) => key !== undefined).length === 1,
      "expected one of ticket, plate and sessionId",
    ),
    ["ticket"],
  ),
);
export type ValidationRequest = v.InferOutput<typeof ValidationRequest>;

export const ValidationsQuery = v.strictObject({
  ...numberedPageQuery,
  ...reportRange,
  station: v.optional(v.pipe(v.string(), v.maxLength(64, "expected at most 64 characters"))),
});
export type ValidationsQuery = v.InferOutput<typeof ValidationsQuery>;

/** A validation as the report lists it, without the plate. */
export const ReportedValidation = v.strictObject({
  ...v.omit(GivenValidation, ["plate"]).entries,
  actor: v.strictObject({ type: v.string(), id: v.string(), name: v.string() }),
});
export type ReportedValidation = v.InferOutput<typeof ReportedValidation>;

/** Validations of a stretch of time: how many by each station, then each of them, the last first. */
export const ValidationReport = v.strictObject({
  ...ReportRange.entries,
  currency: v.string(),
  summary: v.array(StationSum),
  items: v.array(ReportedValidation),
  next: v.nullable(v.string()),
});
export type ValidationReport = v.InferOutput<typeof ValidationReport>;
