import type { ValidationRule } from "../../../../../common/api/validations.ts";
import type { VehicleClass } from "../../../../../common/review.ts";
import { lookUp, t } from "../../../../text/index.ts";
import { ruleText, stationName } from "../../../validate/words.ts";
import { classesText, classText } from "../../../wash/words.ts";
import { dateTime } from "../values.ts";
import { brief, type FactsOf, fact, named, sum, why } from "./fact.ts";

/** Cars, barriers and how many are inside. */
export const STAY_FACTS: FactsOf = {
  session_open: (data) => [
    named("ticket", data.ticketNumber),
    fact("class", classText(data.vehicleClass)),
    fact("entered", dateTime(data.enteredAt)),
    data.by === "hand" ? brief("how", t("ledger.how.hand")) : null,
    brief("reason", data.reason),
  ],
  session_close: (data) => [
    brief("how", t(`ledger.how.${data.how}`)),
    ...why((one) => lookUp(`close_reason.${one}`), data),
    fact("left", dateTime(data.exitedAt)),
    data.owed > 0 ? sum("owed", data.owed) : null,
  ],
  session_void: (data) => [named("entry", data.voidedSeq), ...why((one) => lookUp(`void_reason.${one}`), data)],
  plate_correction: (data, { plates }) => [
    ...why((one) => lookUp(`correction_reason.${one}`), data),
    fact("before", plates[data.from ?? ""]),
    fact("after", plates[data.to ?? ""]),
  ],
  barrier_intent: (data) => [
    brief("what", t(`intent.${data.intent}`)),
    brief("cause", t(`ledger.cause.${data.cause}`)),
    ...why((one) => lookUp(`intent_reason.${one}`), data),
  ],
  validation: ({ station, rule }) => [
    brief("station", stationName(station)),
    brief("takes_off", ruleText(rule as ValidationRule)),
  ],
  wash_order: ({ category, cameraClass, queued }) => [
    brief("category", category.name),
    fact("vehicles", classesText(category.classes as VehicleClass[])),
    cameraClass === null ? null : fact("camera", classText(cameraClass)),
    fact("review", t(queued ? "ledger.queued.yes" : "ledger.queued.no")),
  ],
  unexplained_open: (data) => [brief("what", t(`barrier.${data.barrier}`)), named("times", data.count)],
  vehicle_refused: (data) => [brief("cause", t(`refusal.${data.cause}`))],
  occupancy_adjustment: (data) => [
    named("before", data.before),
    named("after", data.after),
    ...why((one) => lookUp(`ledger.counted.${one}`), data),
  ],
  subscription_create: (data) => [fact("until", data.validTo)],
  subscription_update: (data) => [brief("what", t(`ledger.changed.${data.change}`)), fact("until", data.validTo)],
  ingress_flood: (data) => [named("times", data.count)],
};
