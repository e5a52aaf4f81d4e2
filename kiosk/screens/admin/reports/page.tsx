import type { ComponentType } from "preact";
import { CountPage } from "./count.tsx";
import { Day } from "./day.tsx";
import { Exceptions } from "./exceptions.tsx";
import { Glance } from "./glance.tsx";
import { Occupancy } from "./occupancy.tsx";
import { Revenue } from "./revenue.tsx";
import { Shifts } from "./shifts.tsx";
import { Validations } from "./validations.tsx";
import { VIEWS, type View } from "./ways.ts";

const PAGES: Readonly<Record<View, ComponentType<{ path: readonly string[] }>>> = {
  glance: Glance,
  revenue: Revenue,
  occupancy: Occupancy,
  exceptions: Exceptions,
  day: Day,
  shifts: Shifts,
  validations: Validations,
};

/** Reports: `#/admin/reports/<view>/<range>/…`; without a view, the day at a glance. */
export function ReportsPage({ path }: { path: readonly string[] }) {
  const [id, ...rest] = path;
  if (id === "occupancy" && rest[0] === "count") return <CountPage />;
  const view = VIEWS.find((one) => one === id) ?? "glance";
  const Page = PAGES[view];
  return <Page key={view} path={rest} />;
}
