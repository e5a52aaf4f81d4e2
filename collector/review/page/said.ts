import { signal } from "@preact/signals";

/** What a screen reader says next: what was saved, and what is shown now. */
export const said = signal("");

/** What went wrong, until it is closed, a few more labels are given or the next thing goes wrong; null is nothing. */
export const notice = signal<string | null>(null);

const LABELS_SHOWN = 5;
let labelsSince = 0;

let turn = 0;

/** The same words twice are said twice: a space more makes them new. */
export function say(words: string): void {
  turn += 1;
  said.value = turn % 2 === 0 ? words : `${words}\u00a0`;
}

export function warn(words: string): void {
  notice.value = words;
  labelsSince = 0;
}

/** Somebody who labels on has read it, or will not. */
export function ageNotice(): void {
  labelsSince += 1;
  if (labelsSince >= LABELS_SHOWN) notice.value = null;
}
