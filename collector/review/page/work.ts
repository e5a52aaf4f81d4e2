import { computed, signal } from "@preact/signals";
import type { LeasedItem, NextItems, ReviewItem, ReviewProgress } from "../../../common/api/collector.ts";
import type { Verdict } from "../../../common/review.ts";
import { booths, filter, matches } from "./filter.ts";
import { keyOf, mergeShelf } from "./merge.ts";

/** What is to be told to the collector about one item. */
export interface Job {
  id: number;
  item: LeasedItem;
  /** Null takes the item's last verdict back. */
  verdict: Verdict | null;
  /** Whether the collector may have it already: sent once, whatever became of it. */
  wasSent: boolean;
}

/** A label given on this page. */
export interface Given {
  item: LeasedItem;
  verdict: Verdict;
  isSaved: boolean;
}

const MOST_UNDO = 10;

/** The crops leased to this page; the first is on the screen. */
export const shelf = signal<readonly LeasedItem[]>([]);
/** What the collector does not have yet, oldest first. */
export const outbox = signal<readonly Job[]>([]);
/** The last labels given, oldest first: as many as can be undone. */
export const given = signal<readonly Given[]>([]);
/** Why an item is shown once more, by its key. */
export const returned = signal<Readonly<Record<string, string>>>({});
/** How the work stands, as the collector last said; null until it has. */
const progress = signal<ReviewProgress | null>(null);
/** Up to which verdict one's own skips are shown again. */
export const skippedUpTo = signal(0);

export const current = computed(() => shelf.value[0]);
export const lastGiven = computed(() => given.value.at(-1));
export const unsaved = computed(() => outbox.value.length);

/** What the collector said, and what it cannot know yet. */
export const shownProgress = computed(() => {
  if (progress.value === null) return null;
  const verdicts = outbox.value.filter(({ verdict }) => verdict !== null).length;
  const { pending, labelledToday, ...others } = progress.value;
  return { ...others, pending: Math.max(0, pending - verdicts), labelledToday: labelledToday + verdicts };
});

/** Whether an answer overtook this one, which knows less of what was said here. */
export const isOvertaken = (answer: NextItems): boolean => answer.progress.seq < (progress.value?.seq ?? 0);

/** Takes over what an answer says is leased to this page. */
export function takeIn(answer: NextItems): void {
  progress.value = answer.progress;
  booths.value = answer.booths;
  const unsent = new Set(outbox.value.map(({ item }) => keyOf(item)));
  const isNewer = (key: string) => unsent.has(key) || key in returned.value;
  const leased = answer.items.filter((item) => matches(item, filter.value));
  shelf.value = mergeShelf(shelf.value, leased, isNewer);
}

/** Wants to see again what was skipped here until now. */
export function takeBackSkips(): void {
  skippedUpTo.value = progress.value?.seq ?? 0;
}

/** Takes off the shelf what the reviewer no longer wants to see; it stays leased to this page for a while. */
export function keepMatching(): void {
  shelf.value = shelf.value.filter((item) => matches(item, filter.value));
}

/** Takes the item on the screen off the shelf; the next one is shown. */
export function takeOff(item: ReviewItem): void {
  shelf.value = shelf.value.filter((other) => keyOf(other) !== keyOf(item));
  const { [keyOf(item)]: _, ...others } = returned.value;
  returned.value = others;
}

/** Shows an item now. */
export function putFirst(item: LeasedItem): void {
  shelf.value = [item, ...shelf.value.filter((other) => keyOf(other) !== keyOf(item))];
}

/** Shows an item after the one on the screen, which nobody takes from under the reviewer's hands. */
export function putNext(item: LeasedItem, reason: string): void {
  returned.value = { ...returned.value, [keyOf(item)]: reason };
  const [shown, ...ahead] = shelf.value.filter((other) => keyOf(other) !== keyOf(item));
  shelf.value = shown ? [shown, item, ...ahead] : [item];
}

export function addGiven(label: Given): void {
  given.value = [...given.value, label].slice(-MOST_UNDO);
}

export function dropGiven(item: ReviewItem): void {
  given.value = given.value.filter((label) => keyOf(label.item) !== keyOf(item));
}

export function markSaved(item: ReviewItem): void {
  given.value = given.value.map((label) => (keyOf(label.item) === keyOf(item) ? { ...label, isSaved: true } : label));
}
