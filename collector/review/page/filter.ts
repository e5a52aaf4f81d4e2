import { computed, signal } from "@preact/signals";
import type { ReviewItem } from "../../../common/api/collector.ts";
import type { ReviewKind } from "../../../common/review.ts";

/** Which crops the reviewer wants; null is all. */
export interface Filter {
  booth: string | null;
  kind: ReviewKind | null;
}

export const NO_FILTER: Filter = { booth: null, kind: null };

export const filter = signal<Filter>(NO_FILTER);
export const isFiltered = computed(() => filter.value.booth !== null || filter.value.kind !== null);
/** The booths there are to choose from, as the collector last said. */
export const booths = signal<readonly string[]>([]);

export function matches(item: ReviewItem, { booth, kind }: Filter): boolean {
  return (booth === null || item.boothId === booth) && (kind === null || item.kind === kind);
}

/** Parameters of a query, without those that are null. */
export function queryOf(parameters: Readonly<Record<string, string | number | null>>): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== null);
  return new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)])).toString();
}
