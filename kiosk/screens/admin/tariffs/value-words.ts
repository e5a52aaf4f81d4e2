import type { RateDifference } from "../../../../common/rate-differences.ts";
import type {
  Collection,
  RateCase,
  RateLine,
  RateTable,
  ResetMode,
  Validation,
  ValidPeriod,
} from "../../../../common/rate-table.ts";
import { price } from "../../../parts/values.tsx";
import { listed } from "../../../text/format.ts";
import { lookUp, t } from "../../../text/index.ts";
import { classesText, lineText, ltr, percentText, periodText, spanText, validationText } from "./rule-words.ts";

type Writer = (value: never) => string;

const amount = (value: number) => price(value);
const minutes = (min: number) => t("duration.min", { min });
const span = (iso: string) => spanText(iso);
const periods = (list: ValidPeriod[]) => list.map(periodText).join("; ");
const yesNo = (value: boolean) => t(value ? "tariff.yes" : "tariff.no");

/** How the value of a member is written, by the last name in its path; anything else is written as it stands. */
const WRITERS: Readonly<Record<string, Writer>> = {
  maxValue: amount,
  minValue: amount,
  flat: amount,
  unit: amount,
  freeMinutes: minutes,
  graceAfterPaymentMinutes: minutes,
  taxRate: (share: number | string) => percentText(share),
  taxIncluded: yesNo,
  durationsReset: yesNo,
  vehicleClasses: (classes: NonNullable<Collection["vehicleClasses"]>) => classesText(classes),
  validPeriods: periods,
  entryPeriods: periods,
  exitPeriods: periods,
  minTime: span,
  maxTime: span,
  crossing: (crossing: Collection["crossing"]) => t(`tariff.crossing.${crossing}`),
  lines: linesText,
  resetMode: (mode: ResetMode) => t(`tariff.per.${mode}`),
  mode: (mode: RateTable["rounding"]["mode"]) => t(`tariff.mode.${mode}`),
};

/** How a part of a list is written, by the list. */
const PART_WRITERS: Readonly<Record<string, Writer>> = {
  collections: ({ lines }: Collection) => linesText(lines),
  cases: (one: RateCase) => `${caseText(one)}: ${price(one.expect)}`,
  validations: (validation: Validation) => validationText(validation),
};

function linesText(lines: readonly RateLine[]): string {
  return lines.map(lineText).join("; ") || "–";
}

/** A case as a stay: from, to, class. */
export function caseText({ enter, exit, vehicleClass }: RateCase): string {
  const sameDay = enter.slice(0, 10) === exit.slice(0, 10);
  const end = sameDay ? exit.slice(11) : wallText(exit);
  return listed([ltr(`${wallText(enter)} – ${end}`), t(`class.${vehicleClass}`)]);
}

function wallText(text: string): string {
  return text.replace("T", " ");
}

/** What differs, in words: the window, and the rule in it. */
export function differenceName({ path, collection }: RateDifference): string {
  const { list, member } = placeOf(path);
  const rule = lookUp(`tariff.member.${list ?? member}`) ?? member;
  const station = list === "validations" ? ` · ${member}` : "";
  return collection === null ? `${rule}${station}` : `${collection}: ${rule}`;
}

/** A value of one side of a difference. */
export function valueText(path: string, value: unknown): string {
  if (value === undefined) return "–";
  const { list, member } = placeOf(path);
  const writer = list === null ? WRITERS[member] : PART_WRITERS[list];
  return writer === undefined ? String(value) : writer(value as never);
}

/** The last name of a path, and the list it is a part of where it is one. */
function placeOf(path: string): { list: string | null; member: string } {
  const names = path.split(".");
  const [before, last] = [names.at(-2), names.at(-1) ?? ""];
  const isPart = before !== undefined && before in PART_WRITERS && (/^\d+$/.test(last) || before === "validations");
  return { list: isPart ? before : null, member: last };
}
