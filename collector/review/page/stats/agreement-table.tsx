import type { AgreementRow } from "../../../../common/api/collector.ts";
import { queryOf } from "../filter.ts";
import { count } from "../format.ts";
import { linkTo } from "../router.ts";
import { text } from "../text.ts";
import { IntervalBar } from "./interval-bar.tsx";
import { isFew, labelsOf, ranked } from "./ranking.ts";

interface AgreementTableProps {
  title: string;
  rows: readonly AgreementRow[];
  of: "booth" | "operator";
}

/** Booths or operators by how often the reviewers disagree with them. */
export function AgreementTable({ title, rows, of }: AgreementTableProps) {
  return (
    <section class="block">
      <h3>{title}</h3>
      <p class="soft">{of === "operator" ? text.operatorsHelp : text.tableHelp}</p>
      {rows.length === 0 ? (
        <p class="empty">{text.noWash}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by keyboard too
        <div class="table-frame" tabIndex={0}>
          <table class="table">
            <caption class="unseen">{title}</caption>
            <thead>
              <tr>
                <th scope="col">{of === "booth" ? text.booth : text.operator}</th>
                <th scope="col" class="numeric">
                  {text.labelled}
                </th>
                <th scope="col" class="numeric">
                  {text.unusable}
                </th>
                <th scope="col">{text.disagreement}</th>
              </tr>
            </thead>
            <tbody>
              {ranked(rows).map((row) => (
                <Row key={`${row.boothId}/${row.operatorHash}`} row={row} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

const CODE_CHARACTERS = 8;

function Row({ row }: { row: AgreementRow }) {
  const { boothId, operatorHash, unusable } = row;
  return (
    <tr class={isFew(row) ? "few" : ""}>
      <th scope="row">
        {operatorHash === null ? (
          <a href={linkTo("stats", queryOf({ booth: boothId }))}>{boothId}</a>
        ) : (
          <a
            href={linkTo("crops", queryOf({ booth: boothId, operator: operatorHash, kind: "wash", state: "reviewed" }))}
          >
            <code title={operatorHash}>{operatorHash.slice(0, CODE_CHARACTERS)}</code>{" "}
            <span class="soft">{boothId}</span>
          </a>
        )}
      </th>
      <td class="numeric">{count(labelsOf(row))}</td>
      <td class="numeric">{count(unusable)}</td>
      <td>
        <IntervalBar sums={row} />
      </td>
    </tr>
  );
}
