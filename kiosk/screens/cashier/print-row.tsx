import type { PrintJob } from "../../../common/api/prints.ts";
import { lanes } from "../../feed.ts";
import { Pill } from "../../parts/pill.tsx";
import { t } from "../../text/index.ts";
import { enteredText } from "../bench/header.tsx";

interface PrintRowProps {
  job: PrintJob;
  chosen: boolean;
  onChoose: () => void;
}

/** Something that waits for a printer, in one line: what, since when, where; and whether some of it is on paper. */
export function PrintRow({ job, chosen, onChoose }: PrintRowProps) {
  const place = job.lane === null ? t("prints.any_printer") : (lanes.value.get(job.lane)?.name ?? job.lane);
  return (
    <button type="button" class="journal-row print-row" aria-pressed={chosen} onClick={onChoose}>
      <strong>{printName(job)}</strong>
      <span>
        {t("prints.since", { time: enteredText(job.askedAt) })} · <bdi>{place}</bdi>
      </span>
      {job.begun ? (
        <Pill tone="warn" glyph="▲">
          {t("prints.begun")}
        </Pill>
      ) : (
        <span />
      )}
    </button>
  );
}

/** What it is in words, such as `Receipt 12`; a report has no number. */
export function printName({ kind, number, copy }: PrintJob): string {
  if (kind === "report" || number === null) return t(`prints.${kind}`);
  if (kind === "ticket") return t("due.ticket", { number: String(number).padStart(5, "0") });
  return copy === 0 ? t("done.receipt", { number }) : t("prints.copy", { number, copy });
}
