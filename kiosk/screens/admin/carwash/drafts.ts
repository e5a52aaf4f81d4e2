import type { WashCategory } from "../../../../common/api/carwash.ts";
import { VEHICLE_CLASSES, type VehicleClass } from "../../../../common/review.ts";
import { t } from "../../../text/index.ts";
import { idOf } from "../parts/ids.ts";

/** As many as the booth takes. */
export const MOST_CATEGORIES = 20;

/** A category that nobody has saved yet: it gets its id from its name. */
export const NEW_CATEGORY: WashCategory = { id: "", name: "", classes: [] };

/** The classes with one more or one less, in the order in which they are always named. */
export function toggled(classes: readonly VehicleClass[], which: VehicleClass): VehicleClass[] {
  return VEHICLE_CLASSES.filter((each) => (each === which) !== classes.includes(each));
}

/** The list with one of it a place further up (-1) or down (1). */
export function moved<T>(list: readonly T[], from: number, by: -1 | 1): T[] {
  const next = [...list];
  next.splice(from + by, 0, ...next.splice(from, 1));
  return next;
}

/** Whether an earlier category has the same name. */
export function repeatsName(categories: readonly WashCategory[], at: number): boolean {
  const name = categories[at]?.name.trim() ?? "";
  return name !== "" && categories.slice(0, at).some((other) => other.name.trim() === name);
}

/** The classes that no category is for. */
export function uncovered(categories: readonly WashCategory[]): VehicleClass[] {
  return VEHICLE_CLASSES.filter((each) => !categories.some(({ classes }) => classes.includes(each)));
}

/** What is to be done before the categories can be saved; null if nothing. */
export function whyNotSaved(categories: readonly WashCategory[]): string | null {
  if (categories.some(({ name }) => name.trim() === "")) return t("carwash.name_missing");
  if (categories.some((_, at) => repeatsName(categories, at))) return t("carwash.name_twice");
  const without = categories.find(({ classes }) => classes.length === 0);
  return without === undefined ? null : t("carwash.classes_missing", { name: without.name.trim() });
}

/** The categories as they are sent: each with an id. */
export function withIds(categories: readonly WashCategory[]): WashCategory[] {
  const taken = categories.map(({ id }) => id).filter((id) => id !== "");
  return categories.map((category) => {
    if (category.id !== "") return category;
    const id = idOf(category.name, taken, "category");
    taken.push(id);
    return { ...category, id };
  });
}
