import type { LeasedItem, ReviewItem } from "../../../common/api/collector.ts";

/** One name for an item: its id is unique within its booth only. */
export const keyOf = ({ boothId, itemId }: Pick<ReviewItem, "boothId" | "itemId">): string => `${boothId}/${itemId}`;

/**
 * The shelf after the collector said what is leased to this page. What is on the screen stays, as nothing may change
 * under the reviewer's hands; what follows it stays in its order while it is leased still, and new items come last.
 * `isNewer`: something happened to the item here that the answer cannot know of, so it neither adds it nor takes it off.
 */
export function mergeShelf(
  shelf: readonly LeasedItem[],
  leased: readonly LeasedItem[],
  isNewer: (key: string) => boolean,
): LeasedItem[] {
  const fresh = new Map(leased.map((item) => [keyOf(item), item]));
  const kept = shelf.flatMap((item, index) => {
    const stays = index === 0 || isNewer(keyOf(item));
    return fresh.get(keyOf(item)) ?? (stays ? item : []);
  });
  const known = new Set(kept.map(keyOf));
  return [...kept, ...leased.filter((item) => !known.has(keyOf(item)) && !isNewer(keyOf(item)))];
}
