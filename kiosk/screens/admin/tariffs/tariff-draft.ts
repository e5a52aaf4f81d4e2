import { signal } from "@preact/signals";
import * as v from "valibot";
import type { Tariff } from "../../../../common/api/tariffs.ts";
import { type RateTable, RateTableSchema } from "../../../../common/rate-table.ts";

const Stored = v.object({
  /** The version it was made from. */
  basedOn: v.object({ id: v.string(), version: v.number() }),
  /** The rules as they last were well formed. */
  table: RateTableSchema,
  /** What stands in the fields of the form, by their place, and whether it can be meant. */
  typed: v.record(v.string(), v.object({ text: v.string(), ok: v.boolean() })),
  /** The table as text, while it is edited as such. */
  json: v.nullable(v.string()),
  /** When it is to take effect, on the site's wall clock; null until somebody says so. */
  effective: v.nullable(v.string()),
  note: v.string(),
});

/** A tariff that somebody is working on at this terminal; nothing of it is on the booth before it is published. */
export type TariffDraft = v.InferOutput<typeof Stored>;

const STORE_KEY = "parking-booth-tariff-draft";

/** The draft of this terminal, if there is one. A reload of the page loses nothing of it. */
export const draft = signal<TariffDraft | null>(load());

/** Begins a draft with the rules of a published version. */
export function beginDraft({ id, version, rateTable }: Tariff): void {
  keep({ basedOn: { id, version }, table: rateTable, typed: {}, json: null, effective: null, note: "" });
}

export function changeDraft(part: Partial<TariffDraft>): void {
  if (draft.value !== null) keep({ ...draft.value, ...part });
}

export function dropDraft(): void {
  keep(null);
}

/** The rules as they are edited in text: members in the order of the schema, not in that of storage. */
export function textOfTable(table: RateTable): string {
  return JSON.stringify(v.parse(RateTableSchema, table), null, 2);
}

function keep(next: TariffDraft | null): void {
  draft.value = next;
  try {
    if (next === null) localStorage.removeItem(STORE_KEY);
    else localStorage.setItem(STORE_KEY, JSON.stringify(next));
  } catch {
    // A browser without storage loses the draft at the next reload, and works until then.
  }
}

/** What an older or foreign program left there is no draft. */
function load(): TariffDraft | null {
  try {
    const kept = v.safeParse(Stored, JSON.parse(localStorage.getItem(STORE_KEY) ?? "null"));
    return kept.success ? kept.output : null;
  } catch {
    return null;
  }
}
