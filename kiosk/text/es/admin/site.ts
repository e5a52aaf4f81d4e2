import type { site as english } from "../../en/admin/site.ts";
import type { SameKeys } from "../../same-keys.ts";

export const site: SameKeys<typeof english> = {};
