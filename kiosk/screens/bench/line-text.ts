import type { QuoteLine } from "../../../common/api/sessions.ts";
import { count, period } from "../../text/format.ts";
import { lookUp, t } from "../../text/index.ts";
import { stationName } from "../validate/words.ts";

/** Labels of the pricing that say more than their code does, and how this screen says it. */
const LABELS: readonly { label: RegExp; text: (what: string) => string }[] = [
  { label: /^Per (\d.*)$/, text: (what) => t("line.per", { period: period(what) }) },
  { label: /^Up to (.+)$/, text: (what) => t("line.up_to", { period: period(what) }) },
  { label: /^From entry$/, text: () => t("line.from_entry") },
  { label: /^From (\d.*)$/, text: (what) => t("line.from", { period: period(what) }) },
  { label: /^Maximum$/, text: () => t("line.cap") },
  { label: /^Maximum in all$/, text: () => t("line.cap_all") },
  { label: /^Maximum of the line$/, text: () => t("line.cap_line") },
  { label: /^Validation (.+)$/, text: (id) => t("line.validation", { station: stationName(id) }) },
  { label: /^Lost ticket$/, text: () => t("tool.lost") },
];

/** A line of a quote in the words of the screen's language; the booth's own words where it has no name for it. */
export function lineText(line: QuoteLine): string {
  if (line.code === "increment") return incrementText(line);
  const text = labelText(line.label) ?? lookUp(`line.${line.code}`) ?? line.label;
  return line.quantity > 1 ? `${count(line.quantity)} × ${text}` : text;
}

function labelText(written: string): string | undefined {
  for (const { label, text } of LABELS) {
    const found = label.exec(written);
    if (found) return text(found[1] ?? "");
  }
  return undefined;
}

function incrementText({ label, quantity }: QuoteLine): string {
  const n = count(quantity);
  const started = /^Per started (.+)$/.exec(label)?.[1];
  if (started === undefined) return `${n} × ${label}`;
  return started === "1 h" ? t("line.started_hour", { n }) : t("line.started", { n, period: period(started) });
}
