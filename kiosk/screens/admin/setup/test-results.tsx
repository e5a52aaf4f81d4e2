import { useEffect, useRef } from "preact/hooks";
import { Working } from "../../../parts/working.tsx";
import { t } from "../../../text/index.ts";
import { TestResult } from "./test-result.tsx";
import type { TestRun } from "./use-test.ts";

interface TestResultsProps {
  test: TestRun;
  /** What would be tested now, as JSON; results of something else are marked as old. */
  of: string;
}

/** What devices answered to a test, brought into view when it begins and when it ends. */
export function TestResults({ test: { asking, results, of: asked }, of }: TestResultsProps) {
  const box = useRef<HTMLDivElement>(null);
  const empty = !asking && results === null;
  useEffect(() => {
    if (!empty) box.current?.scrollIntoView({ block: "nearest" });
  }, [empty, results]);
  return (
    <div aria-live="polite" ref={box} class={`setup-tests ${empty ? "" : "form-part"}`}>
      {asking ? <Working lines={1} /> : null}
      {results === null ? null : (
        <ul class="setup-results">
          {results.map((result) => (
            <TestResult key={result.category} result={result} />
          ))}
        </ul>
      )}
      {results !== null && asked !== of ? <p class="soft">{t("setup.test_old")}</p> : null}
    </div>
  );
}
