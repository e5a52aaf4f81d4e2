import { useState } from "preact/hooks";
import type { ImportResult } from "../../../../common/api/subscriptions.ts";
import { ApiError, post } from "../../../api.ts";
import { moveOn } from "../../../router.ts";
import { run } from "../../../run.ts";
import { fieldErrors } from "../../../text/errors.ts";
import { t, tn } from "../../../text/index.ts";
import { useUnsaved } from "../../../unsaved.ts";
import { AdminPage } from "../parts/page.tsx";
import { Back } from "./back.tsx";
import { ImportActions } from "./import-actions.tsx";
import { ImportReport } from "./import-report.tsx";
import { ImportSource } from "./import-source.tsx";

const IMPORT_MS = 60_000;

/** Many subscriptions out of a file: first what would happen, row by row, then all of them or the good ones. */
export function ImportPage() {
  const [csv, setCsv] = useState("");
  useUnsaved(csv !== "");
  const [problem, setProblem] = useState<string | null>(null);
  const [result, setResult] = useState<ImportResult | null>(null);
  const take = (text: string, wrong: string | null) => {
    setCsv(text);
    setProblem(wrong);
    setResult(null);
  };
  const ask = (options: { dryRun?: true; skipBad?: boolean }) => {
    setProblem(null);
    return send(csv, options).catch((error: unknown) => {
      setProblem(fieldErrors(error).csv ?? null);
      // Somebody else was faster with a plate: what is bad now stands in the answer.
      if (error instanceof ApiError && error.body.result) setResult(error.body.result as ImportResult);
      throw error;
    });
  };
  const check = async () => setResult((await run(() => ask({ dryRun: true }))) ?? null);
  const store = async (skipBad: boolean) => {
    const stored = await run(
      () => ask({ skipBad }),
      ({ created }) => tn("import.done", created),
    );
    if (stored !== undefined) moveOn("admin", "subscriptions");
  };
  return (
    <AdminPage
      title={t("import.title")}
      aside={<Back />}
      actions={<ImportActions empty={csv.trim() === ""} result={result} onCheck={check} onStore={store} />}
    >
      {result === null ? null : <ImportReport result={result} />}
      <ImportSource csv={csv} problem={problem} onChange={take} />
    </AdminPage>
  );
}

function send(csv: string, options: object): Promise<ImportResult> {
  return post<ImportResult>("/api/subscriptions/import", { csv, ...options }, { timeoutMs: IMPORT_MS });
}
