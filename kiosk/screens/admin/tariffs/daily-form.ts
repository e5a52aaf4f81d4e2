import { isSame } from "../../../../common/rate-differences.ts";
import type { Collection, RateTable, Rounding, Validation } from "../../../../common/rate-table.ts";
import { percentOf, shareOf } from "./measures.ts";
import { collectionOf, type Per, perOf, type WindowForm, windowOf } from "./window-form.ts";

/** What a validating station takes off. */
export type StationForm = { station: string } & (
  | { kind: "freeMinutes" | "amount"; value: number }
  | { kind: "percent"; value: string }
);

/** The rules of a rate table that sites use daily, as a form shows them; amounts in minor units. */
export interface DailyForm {
  name: string;
  freeMinutes: number;
  graceMinutes: number;
  lostTicket: number;
  /** In the order in which they are tried. */
  windows: WindowForm[];
  /** The most that all windows cost together. */
  cap: number | null;
  capPer: Per;
  stations: StationForm[];
  taxPercent: string;
  taxIncluded: boolean;
  rounding: Rounding;
}

/** A rate table as a form, or the name of the part that no form shows. */
export type Shown = { form: DailyForm; unfit: null } | { form: null; unfit: string };

/** Shows a rate table as a form, if the form can say all that the table says of prices. */
export function formOf(table: RateTable): Shown {
  const collections = inSequence(table.collections);
  const unfit = collections.find((collection) => windowOf(collection) === null);
  if (unfit !== undefined) return { form: null, unfit: unfit.name };
  const taxPercent = percentOf(table.taxRate);
  const stations = stationsOf(table.validations);
  if (taxPercent === null || stations === null) return { form: null, unfit: table.name };
  const form: DailyForm = {
    name: table.name,
    freeMinutes: table.freeMinutes,
    graceMinutes: table.graceAfterPaymentMinutes,
    lostTicket: table.lostTicket.flat,
    windows: collections.map(windowOf).filter((window) => window !== null),
    cap: table.maxValue ?? null,
    capPer: perOf(table),
    stations,
    taxPercent,
    taxIncluded: table.taxIncluded,
    rounding: table.rounding,
  };
  return { form, unfit: null };
}

/** The table with what the form says on it; whatever the form says already, or does not show, stays as it stands. */
export function withForm(table: RateTable, form: DailyForm): RateTable {
  const { form: before } = formOf(table);
  const kept = (member: keyof DailyForm) => before !== null && isSame(before[member], form[member]);
  const { maxValue: _, ...rest } = table;
  return {
    ...rest,
    name: form.name,
    freeMinutes: form.freeMinutes,
    graceAfterPaymentMinutes: form.graceMinutes,
    lostTicket: { flat: form.lostTicket },
    rounding: form.rounding,
    taxIncluded: form.taxIncluded,
    ...(kept("taxPercent") ? {} : { taxRate: shareOf(form.taxPercent) }),
    ...(form.cap === null ? {} : { maxValue: form.cap }),
    ...(kept("capPer") ? {} : { resetMode: form.capPer.mode, resetTime: form.capPer.time }),
    ...(kept("stations") ? {} : { validations: validationsOf(form.stations) }),
    ...(kept("windows") ? {} : { collections: collectionsOf(form.windows, inSequence(table.collections)) }),
  };
}

function inSequence(collections: readonly Collection[]): Collection[] {
  return [...collections].sort((a, b) => a.sequence - b.sequence);
}

/** A window keeps its collection: the one that says just this, else the one in its place, else the one of its name. */
function collectionsOf(windows: readonly WindowForm[], stored: readonly Collection[]): Collection[] {
  const sameCount = windows.length === stored.length;
  return windows.map((window, i) => {
    const says = (collection: Collection | undefined) =>
      collection !== undefined && isSame(windowOf(collection), window);
    const named = ({ name }: Collection) => name === window.name;
    const match = (says(stored[i]) ? stored[i] : stored.find(says)) ?? (sameCount ? stored[i] : stored.find(named));
    return collectionOf(window, match, (sameCount ? stored[i]?.sequence : undefined) ?? i + 1);
  });
}

function stationsOf(validations: Readonly<Record<string, Validation>>): StationForm[] | null {
  const stations: StationForm[] = [];
  for (const [station, validation] of Object.entries(validations)) {
    if ("freeMinutes" in validation) stations.push({ station, kind: "freeMinutes", value: validation.freeMinutes });
    else if ("amount" in validation) stations.push({ station, kind: "amount", value: validation.amount });
    else if (percentOf(validation.percent) === null) return null;
    else stations.push({ station, kind: "percent", value: String(validation.percent) });
  }
  return stations;
}

function validationsOf(stations: readonly StationForm[]): Record<string, Validation> {
  return Object.fromEntries(
    stations.map((one): [string, Validation] => {
      if (one.kind === "percent") return [one.station, { percent: one.value }];
      return [one.station, one.kind === "amount" ? { amount: one.value } : { freeMinutes: one.value }];
    }),
  );
}
