import type { EventContext } from "../../../../common/api/events.ts";
import type { EventActor, LedgerEvent } from "../../../../common/events.ts";
import { lanes } from "../../../feed.ts";
import { zone } from "../../../session.ts";
import { dateFormat } from "../../../text/format.ts";
import { lookUp, t } from "../../../text/index.ts";

/** Date and time of the site, to the second. */
export function dateTime(at: string): string {
  return dateFormat({
    timeZone: zone.value,
    dateStyle: "medium",
    timeStyle: "medium",
    hourCycle: "h23",
  }).format(new Date(at));
}

/** A lane as people call it. */
export function laneName(id: string): string {
  return lanes.value.get(id)?.name ?? id;
}

/** Who did it, in words. */
export function actorName(actor: EventActor, people: Readonly<Record<string, string>>): string {
  if (actor.type === "user") return people[actor.id] ?? t("ledger.actor.gone");
  if (actor.type === "cli") return t("ledger.actor.cli", { name: actor.id });
  if (actor.type === "system") return t("ledger.actor.booth");
  const [lane = "", device = ""] = actor.id.split("/");
  return `${laneName(lane)} · ${lookUp(`device.${device}`) ?? device}`;
}

/** The plate of the car an entry is about, if there is one and it may be shown. */
export function plateOf({ data }: LedgerEvent, { plates }: EventContext): string | null {
  const { plateRef, to, sessionId } = data as Readonly<Record<string, unknown>>;
  const found = [plateRef, to, sessionId].flatMap((key) => (typeof key === "string" ? [plates[key]] : []));
  return found.find((plate) => plate !== undefined) ?? null;
}

/** The amount that an entry moves, where it moves any: positive into the booth. */
export function amountOf({ kind, data }: LedgerEvent): number | null {
  if (!("amount" in data) || typeof data.amount !== "number") return null;
  if (kind === "payment") return data.amount;
  if (kind === "void") return "voidedKind" in data && data.voidedKind === "payment" ? -data.amount : null;
  if (kind === "cash_movement") return "type" in data && data.type === "pay_in" ? data.amount : -data.amount;
  return null;
}

/** The entry that an entry voids, or null. */
export function voidedSeqOf({ data }: LedgerEvent): number | null {
  return "voidedSeq" in data && typeof data.voidedSeq === "number" ? data.voidedSeq : null;
}

/** Whether there is such a thing as voiding an entry of this kind; a stay only while nothing was paid for it. */
export function mayBeVoided({ kind }: LedgerEvent): boolean {
  return kind === "payment" || kind === "cash_movement" || kind === "session_open";
}
