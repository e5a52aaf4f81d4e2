import * as v from "valibot";

/** That the process turns. */
export const Health = v.strictObject({ status: v.literal("ok"), version: v.string() });

/** Whether the booth can take money now, check by check. */
export const ReadinessAnswer = v.strictObject({
  ready: v.boolean(),
  checks: v.record(v.string(), v.strictObject({ ok: v.boolean(), message: v.string() })),
});
