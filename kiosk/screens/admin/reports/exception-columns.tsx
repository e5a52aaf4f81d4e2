import type { ExceptionRow } from "../../../../common/api/reports.ts";
import { lanes } from "../../../feed.ts";
import { Ltr, Money, timeOfDay } from "../../../parts/values.tsx";
import { may } from "../../../session.ts";
import { lookUp, t } from "../../../text/index.ts";
import type { Column } from "../parts/data-table.tsx";
import { dateText, siteDate } from "./days.ts";

/** The list of reasons that a kind of exception is given one of. */
const REASONS = {
  void: "void_reason",
  debt: "void_reason",
  session_void: "void_reason",
  hand_open: "intent_reason",
  unpaid_open: "intent_reason",
  closed_unpaid: "close_reason",
} as const satisfies Partial<Record<ExceptionRow["kind"], string>>;

/** The columns of a list of cases. Whoever may read the ledger gets from each to its entry. */
export function exceptionColumns(): Column<ExceptionRow>[] {
  return [
    { id: "at", title: t("reports.column.when"), cell: ({ at }) => <When at={at} /> },
    { id: "kind", title: t("reports.column.what"), cell: ({ kind }) => t(`case.${kind}`) },
    { id: "who", title: t("reports.column.who"), cell: ({ actor }) => actor.name },
    {
      id: "lane",
      title: t("reports.column.lane"),
      cell: ({ lane }) => (lane === null ? "" : <span class="when">{laneName(lane)}</span>),
    },
    {
      id: "amount",
      title: t("reports.column.amount"),
      numeric: true,
      cell: ({ amount }) => (amount === null ? "" : <Money amount={amount} />),
    },
    { id: "reason", title: t("reports.column.reason"), cell: reasonText },
    { id: "entry", title: t("reports.column.entry"), numeric: true, cell: ({ seq }) => <Entry seq={seq} /> },
  ];
}

export function When({ at }: { at: string }) {
  return (
    <time dateTime={at} class="when">
      {dateText(siteDate(Date.parse(at)), true)} <Ltr class="number">{timeOfDay(at)}</Ltr>
    </time>
  );
}

function laneName(id: string): string {
  return lanes.value.get(id)?.name ?? id;
}

/** The reason in words; of `other` the note says all there is. */
function reasonText({ kind, reason, note }: ExceptionRow): string {
  const list = kind in REASONS ? REASONS[kind as keyof typeof REASONS] : null;
  if (kind === "away") return [lookUp(`away_reason.${reason}`), note].filter(Boolean).join(": ");
  const word = reason === null || (reason === "other" && note) ? null : (lookUp(`${list}.${reason}`) ?? reason);
  return [word, note].filter(Boolean).join(": ");
}

export function Entry({ seq, children }: { seq: number; children?: string }) {
  const text = children ?? <Ltr class="number">{seq}</Ltr>;
  return may("event:read") ? <a href={`#/admin/ledger/${seq}`}>{text}</a> : <span>{text}</span>;
}
