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

export interface Verification {
  ok: boolean;
  checked: number;
  head: { seq: number; hash: string } | null;
  firstBad?: { seq: number; class: FaultClass; message: string };
}
