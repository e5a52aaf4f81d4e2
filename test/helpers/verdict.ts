// What the output of one uvu file is worth.

/** How the process of a test file ended; `code` is null when it was killed. */
export type Outcome = {
  readonly code: number | null;
  readonly output: string;
  readonly limitS: number;
  readonly timedOut: boolean;
  readonly seconds: number;
};

/** Tests that passed, tests or rules that failed, and one sentence for each reason. */
export type Verdict = { readonly passed: number; readonly failed: number; readonly problems: readonly string[] };

const totals = /^ {2}Total: +(\d+)\n {2}Passed: +(\d+)\n {2}Skipped: +(\d+)$/gm;

/** Counts a file as good only if it printed its totals once, ran every test, skipped none and exited with 0. */
export function judge({ code, output, limitS, timedOut }: Outcome): Verdict {
  const printed = [...output.matchAll(totals)];
  const [total = 0, passed = 0, skipped = 0] = printed.at(-1)?.slice(1).map(Number) ?? [];
  const problems: string[] = [];
  if (timedOut) problems.push(`stopped at its time limit of ${limitS} s`);
  if (printed.length === 0) problems.push("printed no totals: a hook threw, or the process ended early");
  else if (total === 0) problems.push("ran no test: is .run() missing?");
  if (printed.length > 1) problems.push("printed its totals more than once: one suite a file");
  if (passed < total) problems.push(`${total - passed} of ${total} tests failed`);
  if (skipped > 0) problems.push(`${skipped} skipped: no .only and no .skip`);
  if (code !== 0 && !timedOut) problems.push(`exit code ${code ?? "none (killed)"}`);
  const failed = problems.length === 0 ? 0 : Math.max(1, total - passed + skipped);
  return { passed, failed, problems };
}
