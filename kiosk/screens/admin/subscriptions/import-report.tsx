import type { ImportResult } from "../../../../common/api/subscriptions.ts";
import { Ltr } from "../../../parts/values.tsx";
import { problemText, t, tn } from "../../../text/index.ts";
import { type Column, DataTable } from "../parts/data-table.tsx";

/** More than these nobody reads: a file that is bad throughout has one cause. */
const MOST_SHOWN = 200;

interface Problem {
  id: string;
  line: number;
  holder: string;
  column: string;
  message: string;
}

/** What a check of the file found: how many rows are good, and what is wrong with each of the others. */
export function ImportReport({ result }: { result: ImportResult }) {
  const problems = problemsOf(result);
  return (
    <section class="form-part" role="status">
      <p>
        <strong>
          {tn("import.good", result.good)} {result.bad === 0 ? null : tn("import.bad", result.bad)}
        </strong>{" "}
        {t("import.nothing_yet")}
      </p>
      {problems.length === 0 ? null : (
        <DataTable
          caption={t("import.bad_rows")}
          columns={columns()}
          rows={problems.slice(0, MOST_SHOWN)}
          keyOf={({ id }) => id}
        />
      )}
      {problems.length > MOST_SHOWN ? <p class="soft">{t("import.more_bad", { n: MOST_SHOWN })}</p> : null}
    </section>
  );
}

function problemsOf({ rows }: ImportResult): Problem[] {
  return rows.flatMap(({ line, holder, problems }) =>
    problems.map(({ column, message }, at) => ({
      id: `${line}.${at}`,
      line,
      holder,
      column,
      message: problemText(withoutColumn(message, column)),
    })),
  );
}

/** The booth begins its sentence with the column, which stands beside it here. */
function withoutColumn(message: string, column: string): string {
  return message.startsWith(column) ? message.slice(column.length).replace(/^[: ]+/, "") : message;
}

function columns(): Column<Problem>[] {
  return [
    { id: "line", title: t("import.line"), cell: ({ line }) => line, numeric: true },
    { id: "holder", title: t("subscription.holder"), cell: ({ holder }) => holder },
    {
      id: "column",
      title: t("import.column"),
      cell: ({ column }) => (
        <Ltr>
          <code>{column}</code>
        </Ltr>
      ),
    },
    { id: "problem", title: t("import.problem"), cell: ({ message }) => message },
  ];
}
