import type { reports as english } from "../../en/admin/reports.ts";
import type { SameKeys } from "../../same-keys.ts";

export const reports: SameKeys<typeof english> = {};
