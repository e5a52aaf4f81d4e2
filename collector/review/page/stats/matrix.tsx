import type { MatrixCell } from "../../../../common/api/collector.ts";
import type { ReviewKind } from "../../../../common/review.ts";
import { queryOf } from "../filter.ts";
import { cameraName, count, share } from "../format.ts";
import { linkTo } from "../router.ts";
import { text, VERDICT_NAMES } from "../text.ts";
import { type MatrixRow, matrixOf } from "./matrix-rows.ts";

interface MatrixProps {
  kind: ReviewKind;
  booth: string | null;
  cells: readonly MatrixCell[];
}

/** The camera's class by the reviewer's label: counts with the share of the row, each a way to its crops. */
export function Matrix({ kind, booth, cells }: MatrixProps) {
  const { verdicts, rows } = matrixOf(cells);
  if (rows.length === 0) return null;
  return (
    <>
      <p class="soft">{text.matrixHelp}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by keyboard too */}
      <div class="table-frame" tabIndex={0}>
        <table class="table matrix">
          <caption class="unseen">{text.matrixCaption[kind]}</caption>
          <thead>
            <tr>
              <th scope="col">{text.cameraClass}</th>
              {verdicts.map((verdict) => (
                <th scope="col" class="numeric" key={verdict}>
                  {VERDICT_NAMES[verdict]}
                </th>
              ))}
              <th scope="col" class="numeric">
                {text.all}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={row.cameraClass} row={row} kind={kind} booth={booth} />
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function Row({ row, kind, booth }: { row: MatrixRow; kind: ReviewKind; booth: string | null }) {
  const { cameraClass, total, cells } = row;
  const camera = cameraName(row);
  return (
    <tr>
      <th scope="row">{camera}</th>
      {cells.map(({ verdict, count: found, share: part }) => (
        <td key={verdict} class={`numeric ${cameraClass === verdict ? "same" : ""} ${found === 0 ? "none" : ""}`}>
          {found === 0 ? (
            <span aria-hidden="true">·</span>
          ) : (
            <a
              href={linkTo("crops", queryOf({ kind, booth, cameraClass: cameraClass ?? "none", verdict }))}
              aria-label={text.cell(count(found), camera, VERDICT_NAMES[verdict], share(part))}
            >
              <b>{count(found)}</b> <span class="part">{share(part)}</span>
            </a>
          )}
        </td>
      ))}
      <td class="numeric">{count(total)}</td>
    </tr>
  );
}
