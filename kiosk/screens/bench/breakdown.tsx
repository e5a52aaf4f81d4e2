import { useRef } from "preact/hooks";
import type { QuoteLine } from "../../../common/api/sessions.ts";
import { Money } from "../../parts/values.tsx";
import { count } from "../../text/format.ts";
import { lookUp, t } from "../../text/index.ts";
import { useFit } from "./use-fit.ts";

const LINE = { width: 120, height: 26 };

/** How the fee came about, as many lines as there is room for; the rest in one, so that nothing scrolls. */
export function Breakdown({ lines }: { lines: readonly QuoteLine[] }) {
  const box = useRef<HTMLDivElement>(null);
  const { rows } = useFit(box, LINE);
  const fits = lines.length <= rows;
  const shown = fits ? lines : lines.slice(0, rows - 1);
  const rest = lines.slice(shown.length);
  return (
    <div class="breakdown" ref={box}>
      {shown.map((line, at) => (
        <p key={at}>
          <span>{lineText(line)}</span>
          <Money amount={line.amount} />
        </p>
      ))}
      {rest.length > 0 ? (
        <p class="soft">
          <span>{t("due.more_lines", { n: rest.length })}</span>
          <Money amount={rest.reduce((sum, line) => sum + line.amount, 0)} />
        </p>
      ) : null}
    </div>
  );
}

/** A line in the words of the screen's language; the booth's own words where it has no name for it. */
function lineText(line: QuoteLine): string {
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
