import type { EventContext } from "../../../../../common/api/events.ts";
import type { EventKind, Payload } from "../../../../../common/events.ts";
import { price } from "../../../../parts/values.tsx";
import type { ledger } from "../../../../text/en/admin/ledger.ts";
import { t } from "../../../../text/index.ts";

type Field = keyof typeof ledger extends infer Key ? (Key extends `ledger.field.${infer Name}` ? Name : never) : never;

/** One thing that an entry says, in words. */
export interface Fact {
  label: string;
  value: string;
  /** Whether the list shows it too: the value alone where it says enough, or both. */
  brief?: "value" | "both";
}

/** What the entries of each kind say. A kind without a line here says it by its name alone. */
export type FactsOf = {
  readonly [K in EventKind]?: (data: Payload<K>, context: EventContext) => (Fact | null)[];
};

/** A fact of the details. */
export function fact(field: Field, value: string | number | null | undefined): Fact | null {
  return value == null || value === "" ? null : { label: t(`ledger.field.${field}`), value: String(value) };
}

/** A fact that the list shows too, by its value. */
export function brief(field: Field, value: string | number | null | undefined): Fact | null {
  const made = fact(field, value);
  return made && { ...made, brief: "value" };
}

/** A fact that the list shows too, such as `Receipt 12`. */
export function named(field: Field, value: string | number | null | undefined): Fact | null {
  const made = fact(field, value);
  return made && { ...made, brief: "both" };
}

/** An amount, if there is one. */
export function sum(field: Field, amount: number | null | undefined): Fact | null {
  return amount == null ? null : fact(field, price(amount));
}

/** The reason in words and the note; `other` says nothing beside its note. */
export function why(
  word: (reason: string) => string | undefined,
  { reason, note }: { reason?: string | undefined; note?: string | undefined },
) {
  const unsaid = reason === undefined || (reason === "other" && note !== undefined);
  return [unsaid ? null : brief("reason", word(reason) ?? reason), brief("note", note)];
}
