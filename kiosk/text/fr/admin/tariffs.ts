import type { tariffs as english } from "../../en/admin/tariffs.ts";
import type { SameKeys } from "../../same-keys.ts";

export const tariffs: SameKeys<typeof english> = {};
