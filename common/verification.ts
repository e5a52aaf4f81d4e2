import * as v from "valibot";

/** What `verify` can find wrong with a chain (contract §9). */
export const FAULT_CLASSES = [
  "edited",
  "deleted",
  "inserted",
  "reordered",
  "duplicated",
  "signature",
  "unknown_key",
  "time_backwards",
  "totals",
  "truncated",
  "fee",
  "read_model",
] as const;
export type FaultClass = (typeof FAULT_CLASSES)[number];

/** What came of verifying the ledger; `head` is the last entry that was looked at. */
export const Verification = v.strictObject({
  ok: v.boolean(),
  checked: v.number(),
  head: v.nullable(v.strictObject({ seq: v.number(), hash: v.string() })),
  firstBad: v.exactOptional(v.strictObject({ seq: v.number(), class: v.picklist(FAULT_CLASSES), message: v.string() })),
});
export type Verification = v.InferOutput<typeof Verification>;
