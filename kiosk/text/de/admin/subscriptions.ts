import type { subscriptions as english } from "../../en/admin/subscriptions.ts";
import type { SameKeys } from "../../same-keys.ts";

export const subscriptions: SameKeys<typeof english> = {};
