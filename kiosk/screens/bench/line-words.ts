import type { QuoteLine } from "../../../common/api/sessions.ts";
import { count } from "../../text/format.ts";
import { lookUp, t } from "../../text/index.ts";

/** A line in the words of the screen's language; the booth's own words where it has no name for it. */
export function lineWords(line: QuoteLine): string {
  if (line.code === "increment") return incrementText(line);
  const name = line.code === undefined ? undefined : lookUp(`line.${line.code}`);
  // A cap, a tier and a validation say which in their label.
  const text = name ?? line.label;
  return line.quantity > 1 ? `${count(line.quantity)} × ${text}` : text;
}

function incrementText({ label, quantity }: QuoteLine): string {
  const n = count(quantity);
  const period = /^Per started (.+)$/.exec(label)?.[1];
  if (period === undefined) return `${n} × ${label}`;
  return period === "1 h" ? t("line.started_hour", { n }) : t("line.started", { n, period });
}
