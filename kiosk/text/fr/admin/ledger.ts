import type { ledger as english } from "../../en/admin/ledger.ts";
import type { SameKeys } from "../../same-keys.ts";

export const ledger: SameKeys<typeof english> = {};
