// Runs the test files: `tsx test/helpers/run.ts [pattern …]`; of several patterns, a file must match one. uvu's own
// command says "passed" when a hook throws, when .run() is forgotten and when nothing matches; this one believes only the
// totals a file prints.
// `--root DIR` and `--limit SECONDS`, after which a file is stopped, are there for the runner's own tests.
import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { parseArgs, stripVTControlCharacters } from "node:util";
import { type Bundle, bundleTests } from "./bundle.ts";
import { judge, type Outcome, type Verdict } from "./verdict.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { root: { type: "string" }, limit: { type: "string" } },
});
const root = values.root ?? join(import.meta.dirname, "..", "..");
const limitS = Number(values.limit ?? 300);

/** One more than the cores of a small machine: a test of a browser, a socket or a process waits for much of its time. */
const AT_A_TIME = 3;

/** What a test may inherit; a booth's settings in the developer's shell must not change what is tested. */
const inherited = /^(PATH|HOME|USER|LANG|LC_\w+|TMPDIR|CI|CHROMIUM_PATH|NODE_V8_COVERAGE|NODE_EXTRA_CA_CERTS)$/;
const environment = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => inherited.test(name))),
  TZ: "UTC",
  NO_COLOR: "1",
};

const running = new Set<number>();

function stopGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // The group has ended by itself.
  }
}

/** Runs one file in a process group of its own, so that what it started ends with it. */
function runFile(program: string): Promise<Outcome> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, ["--enable-source-maps", program], {
    cwd: root,
    env: environment,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const pid = child.pid;
  if (pid !== undefined) running.add(pid);
  let output = "";
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    if (pid !== undefined) stopGroup(pid);
  }, limitS * 1000);
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8");
    stream.on("data", (text: string) => {
      output += stripVTControlCharacters(text);
    });
  }
  child.on("exit", () => {
    if (pid !== undefined) stopGroup(pid);
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => {
      clearTimeout(timer);
      if (pid !== undefined) running.delete(pid);
      resolve({ code, output, limitS, timedOut, seconds: (performance.now() - startedAt) / 1000 });
    });
  });
}

function report(file: string, { passed, failed, problems }: Verdict, { output, seconds }: Outcome): void {
  const mark = failed === 0 ? "ok  " : "FAIL";
  console.log(`${mark} ${relative(root, file)}  ${passed}/${passed + failed}  ${seconds.toFixed(1)} s`);
  if (failed === 0) return;
  console.log(output.trimEnd().replace(/^/gm, "     | "));
  for (const problem of problems) console.log(`     ${problem}`);
}

/** Runs the files so many at a time and adds up. */
async function runAll(
  files: readonly string[],
  { programOf }: Bundle,
  atATime: number,
): Promise<{ passed: number; failed: number }> {
  const waiting = [...files];
  const sum = { passed: 0, failed: 0 };
  async function work(): Promise<void> {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      const outcome = await runFile(programOf(file));
      const verdict = judge(outcome);
      report(file, verdict, outcome);
      sum.passed += verdict.passed;
      sum.failed += verdict.failed;
    }
  }
  await Promise.all(Array.from({ length: atATime }, work));
  return sum;
}

function testFiles(patterns: readonly string[]): string[] {
  return readdirSync(join(root, "test"), { recursive: true, encoding: "utf8" })
    .map((name) => join(root, "test", name))
    .filter((file) => file.endsWith(".test.ts") && patterns.some((pattern) => relative(root, file).includes(pattern)))
    .sort();
}

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    for (const pid of running) stopGroup(pid);
    process.exit(130);
  });
}

const patterns = positionals.length > 0 ? positionals : [""];
const files = testFiles(patterns);
const unmatched = patterns.filter((pattern) => testFiles([pattern]).length === 0);
for (const pattern of unmatched) console.log(`no test file matches "${pattern}"`);
const bundle = await bundleTests(root, files);
process.once("exit", bundle.remove);
const { passed, failed } = await runAll(files, bundle, AT_A_TIME);
const missed = failed + unmatched.length;
console.log(`${passed} passed, ${missed} failed`);
process.exitCode = missed === 0 ? 0 : 1;
