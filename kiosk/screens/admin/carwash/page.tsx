import type { ComponentType } from "preact";
import { CategoriesView } from "./categories.tsx";
import { OrdersView } from "./orders.tsx";
import { ReviewView } from "./review.tsx";
import { type View, viewsInReach } from "./views.ts";

const PAGES: Readonly<Record<View, ComponentType>> = {
  review: ReviewView,
  orders: OrdersView,
  categories: CategoriesView,
};

/** The car wash: `#/admin/carwash/<view>`; without one, what waits for the review. */
export function CarwashPage({ path: [id] }: { path: readonly string[] }) {
  const view = viewsInReach().find((one) => one === id) ?? "review";
  const Page = PAGES[view];
  return <Page key={view} />;
}
