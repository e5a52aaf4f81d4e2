import type { Subscription } from "../../../../common/api/subscriptions.ts";
import type { ValidPeriod } from "../../../../common/pricing/model.ts";
import { t } from "../../../text/index.ts";
import { firstDay, lastDay } from "./days.ts";

/** A subscription as a form holds it; without lanes or hours it is good for all of them. */
export interface Agreement extends Omit<Subscription, "lanes" | "hours"> {
  lanes: string[] | undefined;
  hours: ValidPeriod[] | undefined;
}

/** What can be agreed on with a holder; the rest is what becomes of it later. */
export type Terms = Omit<Agreement, "id" | "status" | "blockedReason">;

/** What each part of the form is given. */
export interface PartProps {
  terms: Terms;
  /** As the booth has it, of one that exists. */
  stored?: Terms | undefined;
  /** What the booth found wrong, by the path of the field. */
  problems: Readonly<Record<string, string>>;
  onChange: (part: Partial<Terms>) => void;
}

export const NEW_TERMS: Terms = {
  holder: "",
  plates: [],
  credentials: [],
  validFrom: "",
  validTo: "",
  lanes: undefined,
  hours: undefined,
  carsInside: 1,
  antiPassback: "off",
};

/** Members as a request carries them: what is left out of a form is null there. */
export function bodyOf(members: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [name, value ?? null]));
}

/** What a form still lacks before the booth would take it, in words; null if nothing. `erased` names need none. */
export function lackOf(terms: Terms, erased = false): string | null {
  if (!erased && (terms.holder ?? "").trim() === "") return t("subscription.need_holder");
  if (terms.plates.length + terms.credentials.length === 0 && !erased) return t("subscription.need_member");
  if (terms.validFrom === "" || terms.validTo === "") return t("subscription.need_days");
  if (lastDay(terms.validTo) < firstDay(terms.validFrom)) return t("subscription.need_order");
  if (terms.lanes?.length === 0) return t("subscription.need_lane");
  return terms.hours?.every(isComplete) === false ? t("subscription.need_hours") : null;
}

function isComplete({ days, from, to }: ValidPeriod): boolean {
  return days.length > 0 && from !== "" && to !== "";
}

/** What the booth found wrong with one of the things a list names, such as `plates.1`; else with the list. */
export function problemOfList(
  problems: Readonly<Record<string, string>>,
  name: string,
  items: readonly string[],
): string | null {
  const whole = problems[name];
  if (whole !== undefined) return whole;
  const found = items.flatMap((item, at) => {
    const problem = problems[`${name}.${at}`];
    return problem === undefined ? [] : [`${item}: ${problem}`];
  });
  return found.length === 0 ? null : found.join(" · ");
}
