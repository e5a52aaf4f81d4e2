import * as v from "valibot";
import { At, Int } from "./parts.ts";

/** What is waiting to be printed. */
export const PrintJob = v.strictObject({
  id: Int,
  kind: v.picklist(["receipt", "ticket", "report"]),
  /** The payment or the stay it is of; null for a report. */
  subject: v.nullable(v.string()),
  /** The number people know it by: that of the receipt or the ticket; null for a report. */
  number: v.nullable(Int),
  /** 0 is the original. */
  copy: Int,
  /** The lane whose printer prints it; null for the first there is. */
  lane: v.nullable(v.string()),
  askedAt: At,
  askedBy: v.string(),
  /** A printer was given it and did not say that it printed it. */
  begun: v.boolean(),
});
export type PrintJob = v.InferOutput<typeof PrintJob>;

/** What became of something that was to be printed, as far as it is known after a moment. */
export const Printing = v.strictObject({
  printed: v.boolean(),
  /** It waits for a printer and comes by itself; not so where there is no printer at all. */
  waiting: v.boolean(),
});
export type Printing = v.InferOutput<typeof Printing>;
