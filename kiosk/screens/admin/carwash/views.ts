import { may } from "../../../session.ts";

/** What there is to see of the car wash, in the order in which it is shown. */
const VIEWS = ["review", "orders", "categories"] as const;
export type View = (typeof VIEWS)[number];

/** The views that the person signed in may see; the area itself asks for what the others need. */
export function viewsInReach(): readonly View[] {
  return VIEWS.filter((view) => view !== "orders" || may("session:read"));
}
