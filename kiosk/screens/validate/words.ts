import type { GivenValidation, ValidationRule } from "../../../common/api/validations.ts";
import { ApiError } from "../../api.ts";
import { price, timeOfDay } from "../../parts/values.tsx";
import { errorText } from "../../text/errors.ts";
import { count, period } from "../../text/format.ts";
import { lookUp, t } from "../../text/index.ts";
import { ticketNumber } from "../bench/stays.ts";

const NO_BREAK = "\u00a0";

/** A station as people call it; one that is retired has its id alone. */
export function stationName(id: string): string {
  return lookUp(`station.${id}`) ?? id;
}

/** What comes off: `1 h free`, `50 % off`, `€ 1.00 off`. */
export function ruleText(rule: ValidationRule): string {
  if ("percent" in rule) return t("validate.percent", { n: count(Number(rule.percent)) });
  if ("amount" in rule) return t("validate.amount", { amount: price(rule.amount) });
  const { freeMinutes: minutes } = rule;
  const hours = minutes > 0 && minutes % 60 === 0;
  const time = period(hours ? `${minutes / 60} h` : `${minutes} min`);
  return t("validate.free", { period: time.replace(" ", NO_BREAK) });
}

/** What was given, in a sentence. */
export function doneText({ ticket, rule }: GivenValidation): string {
  return t("validate.done", { number: ticketNumber(ticket), what: ruleText(rule) });
}

/** Why nothing was given, as somebody at a station needs to hear it. */
export function refusalText(error: unknown): string {
  if (!(error instanceof ApiError)) return errorText(error);
  const first = error.body.validation as GivenValidation | undefined;
  if (error.code === "already_validated" && first !== undefined)
    return t("validate.already", { number: ticketNumber(first.ticket), time: timeOfDay(first.at) });
  return error.code === "session_closed" ? t("validate.too_late") : errorText(error);
}
