import * as v from "valibot";
import { numberedPageQuery, type Page } from "./parts.ts";

/** What a list takes that is short enough to be read whole; its cursor is a place in it. */
export const ShortListQuery = v.strictObject(numberedPageQuery);

/** One page of a list that was read whole. */
export function pageFrom<T>(all: readonly T[], { limit, cursor = 0 }: v.InferOutput<typeof ShortListQuery>): Page<T> {
  const end = cursor + limit;
  return { items: all.slice(cursor, end), next: end < all.length ? String(end) : null };
}
