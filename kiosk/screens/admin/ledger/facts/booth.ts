import { duration } from "../../../../text/format.ts";
import { lookUp, t } from "../../../../text/index.ts";
import { sizeText } from "../../backup/words.ts";
import { dateTime, laneName } from "../values.ts";
import { brief, type FactsOf, fact, named } from "./fact.ts";

const device = (category: string) => lookUp(`device.${category}`) ?? category;

/** The names of the settings that changed. */
const settings = (after: object) =>
  Object.keys(after)
    .map((key) => lookUp(`site.field.${key}`) ?? key)
    .join(", ");

/** People, the site and the booth itself. */
export const BOOTH_FACTS: FactsOf = {
  genesis: (data) => [brief("booth", data.boothId)],
  boot: (data) => [
    named("version", data.version),
    // The very first start follows no stop.
    data.downSeconds === null
      ? null
      : brief("cause", t(data.cleanStop ? "ledger.stopped.clean" : "ledger.stopped.cut")),
    data.downSeconds === null ? null : fact("down", duration(data.downSeconds * 1000)),
  ],
  tariff_publish: (data) => [
    brief("name", typeof data.rateTable.name === "string" ? data.rateTable.name : null),
    named("version", data.version),
    fact("from", dateTime(data.effectiveFrom)),
    brief("note", data.note),
  ],
  config_change: (data) => [
    brief("module", lookUp(`module.${data.module}`) ?? data.module),
    brief("what", t(data.active ? "ledger.switched.on" : "ledger.switched.off")),
  ],
  device_assign: (data) => [
    brief("lane", laneName(data.lane)),
    brief("device", device(data.category)),
    brief("driver", data.driver),
  ],
  device_unassign: (data) => [
    brief("lane", laneName(data.lane)),
    brief("device", device(data.category)),
    fact("driver", data.driver),
  ],
  setup_complete: (data) => [brief("lane", data.lanes.map(laneName).join(", "))],
  user_change: (data, { people }) => [
    brief("person", people[data.userId] ?? t("ledger.actor.gone")),
    brief("what", t(`ledger.changed.${data.change}`)),
  ],
  role_change: (data) => [brief("role", data.roleId), brief("what", t(`ledger.changed.${data.change}`))],
  sign_in: (data) => [fact("source", data.source)],
  sign_in_failed: (data, { people }) => [
    brief("person", people[data.userId ?? ""]),
    named("times", data.count),
    fact("source", data.source),
  ],
  sign_out: (data) => [brief("cause", t(`ledger.ended.${data.cause}`))],
  erasure: (data) => [
    brief("cause", t(`ledger.erased.${data.cause}`)),
    named("plates", data.plates),
    named("pictures", data.pictures),
    brief("reason", data.reason),
  ],
  site_change: (data) => [brief("what", settings(data.after))],
  backup_done: (data) => [
    brief("proof", t(`backup.proof.${data.proof}`)),
    fact("name", data.name),
    fact("size", sizeText(data.bytes)),
    named("upto", data.checkpoint.seq),
  ],
  restore_done: (data) => [
    brief("data_of", dateTime(data.madeAt)),
    fact("name", data.name),
    fact("version", data.version),
    named("upto", data.checkpoint.seq),
    named("lost", data.lost && `${data.lost.fromSeq}–${data.lost.toSeq}`),
    fact("sign_ins_ended", data.signInsEnded),
  ],
  clock_step: (data) => [named("by_seconds", t("ledger.seconds", { s: data.bySeconds }))],
  checkpoint: (data) => [named("upto", data.checkpoint.seq)],
};
