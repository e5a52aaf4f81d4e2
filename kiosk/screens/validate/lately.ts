import { effect, signal } from "@preact/signals";
import type { GivenValidation } from "../../../common/api/validations.ts";
import { me } from "../../session.ts";

const STORE_KEY = "parking-booth-validated";
const MOST = 5;

/** What is kept of a validation: its ticket, never its plate, since a phone lies about. */
export type Given = Pick<GivenValidation, "seq" | "at" | "ticket" | "station" | "rule">;

/** The last that were given at this screen in this sign-in, the newest first; a reload keeps them. */
export const lately = signal<readonly Given[]>(load());

/** Puts a validation at the head of the last ones. */
export function rememberGiven({ seq, at, ticket, station, rule }: GivenValidation): void {
  lately.value = [{ seq, at, ticket, station, rule }, ...lately.value].slice(0, MOST);
}

// Whoever comes next sees nothing of it.
effect(() => {
  if (me.value === null) lately.value = [];
});

effect(() => {
  try {
    sessionStorage.setItem(STORE_KEY, JSON.stringify(lately.value));
  } catch {
    // Without storage they are forgotten at the next reload.
  }
});

function load(): Given[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(STORE_KEY) ?? "[]");
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}
