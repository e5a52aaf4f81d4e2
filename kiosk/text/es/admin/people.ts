import type { people as english } from "../../en/admin/people.ts";
import type { SameKeys } from "../../same-keys.ts";

export const people: SameKeys<typeof english> = {};
