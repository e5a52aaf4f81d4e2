import { go } from "../../../router.ts";

/** The kinds of report, in the order in which they are shown. */
export const VIEWS = ["glance", "revenue", "occupancy", "exceptions", "day", "shifts", "validations"] as const;
export type View = (typeof VIEWS)[number];

/** The address of a report. */
export function hrefOf(view: View, ...rest: string[]): string {
  return `#/admin/reports/${[view, ...rest].map(encodeURIComponent).join("/")}`;
}

export function goTo(view: View, ...rest: string[]): void {
  go("admin", "reports", view, ...rest);
}
