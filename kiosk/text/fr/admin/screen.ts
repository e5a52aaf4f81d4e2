import type { screen as english } from "../../en/admin/screen.ts";
import type { SameKeys } from "../../same-keys.ts";

export const screen: SameKeys<typeof english> = {};
