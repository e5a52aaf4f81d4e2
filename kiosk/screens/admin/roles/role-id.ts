import { idOf } from "../parts/ids.ts";

/** An id for a role out of its name. */
export function roleIdOf(name: string, taken: readonly string[]): string {
  return idOf(name, taken, "role");
}
