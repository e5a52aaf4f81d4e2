import { get } from "../../../api.ts";
import { type Loaded, useLoad } from "../../../parts/use-load.ts";
import { isLive, queryOf, type Range } from "./range.ts";
import { useFresh } from "./use-fresh.ts";

/** The path of a report over a range; `more` is the rest of its query. */
export function reportPath(report: string, range: Range, more = ""): string {
  return `/api/reports/${report}?${queryOf(range)}${more === "" ? "" : `&${more}`}`;
}

/** A report over a range; it keeps up with the ledger while today is part of it. */
export function useReport<T>(report: string, range: Range, more = ""): Loaded<T> {
  const path = reportPath(report, range, more);
  const loaded = useLoad(() => get<T>(path), path);
  useFresh(loaded.reload, isLive(range));
  return loaded;
}
