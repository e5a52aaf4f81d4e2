import type { RateTable } from "../../../../common/rate-table.ts";
import { type DailyForm, formOf, withForm } from "./daily-form.ts";
import { readTable } from "./json-table.ts";
import { changeDraft, type TariffDraft, textOfTable } from "./tariff-draft.ts";

/** The draft as the form edits it. */
export interface Editor {
  form: DailyForm;
  typed: TariffDraft["typed"];
  /** Takes what somebody typed into the field `at`, and the form with it, unless it cannot be meant. */
  type(at: string, text: string, form: DailyForm | null): void;
  /** Takes a change made with a button; what stood in the fields under `forget` gives way to it. */
  change(form: DailyForm, forget?: string): void;
}

/** The form over a draft, or the name of the part of its rules that no form shows. */
export function editorOf(draft: TariffDraft): { editor: Editor; unfit: null } | { editor: null; unfit: string } {
  const { form, unfit } = formOf(draft.table);
  if (form === null) return { editor: null, unfit };
  const editor: Editor = {
    form,
    typed: draft.typed,
    type(at, text, next) {
      const typed = { ...draft.typed, [at]: { text, ok: next !== null } };
      changeDraft({ typed, table: next === null ? draft.table : withForm(draft.table, next) });
    },
    change(next, forget) {
      const kept = Object.entries(draft.typed).filter(([at]) => forget === undefined || !at.startsWith(forget));
      changeDraft({ typed: Object.fromEntries(kept), table: withForm(draft.table, next) });
    },
  };
  return { editor, unfit: null };
}

/** Takes what somebody typed as the whole table; the last sound one stays where the text is none. */
export function typeTable(text: string): void {
  const { table } = readTable(text);
  changeDraft(table === null ? { json: text } : { json: text, table });
}

/** Goes over to the text, or back to the form with the last sound table. */
export function showAsText(table: RateTable, asText: boolean): void {
  changeDraft({ json: asText ? textOfTable(table) : null, typed: {} });
}

/** Whether something is typed that cannot be meant, so that the rules are not what the screen shows. */
export function isUnsound({ json, typed }: TariffDraft): boolean {
  return json !== null ? readTable(json).table === null : Object.values(typed).some(({ ok }) => !ok);
}
