import type { WashCategory } from "../../../common/api/carwash.ts";
import { ApiError } from "../../api.ts";
import { errorText } from "../../text/errors.ts";
import { listed } from "../../text/format.ts";
import { lookUp, t } from "../../text/index.ts";

/** A class of vehicles in words; one that is unknown by its name. */
export function classText(name: string): string {
  return lookUp(`class.${name}`) ?? name;
}

/** What a category is for: `SUV, MPV, Pickup`. */
export function classesText(classes: WashCategory["classes"]): string {
  return listed(classes.map(classText));
}

/** Why no wash was ordered; without a category, the categories were changed since they were shown. */
export function refusalText(error: unknown): string {
  const gone = error instanceof ApiError && error.details.some(({ path }) => path === "categoryId");
  return gone ? t("wash.gone") : errorText(error);
}
