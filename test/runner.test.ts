import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite } from "uvu";
import { fixtures } from "./helpers/runner-fixtures.ts";

const runner = suite("the test runner");
const here = import.meta.dirname;

type Name = keyof typeof fixtures;

/** Runs the runner on a folder that holds the named fixtures only. */
async function run(names: readonly Name[], pattern: readonly string[] = []): Promise<{ code: number; output: string }> {
  const root = mkdtempSync(join(tmpdir(), "runner-"));
  try {
    mkdirSync(join(root, "test"));
    writeFileSync(join(root, "package.json"), '{"type":"module"}');
    symlinkSync(join(here, "..", "node_modules"), join(root, "node_modules"));
    for (const name of names) writeFileSync(join(root, "test", `${name}.test.ts`), fixtures[name]);
    const args = ["--import", "tsx", join(here, "helpers", "run.ts"), "--root", root, "--limit", "4", ...pattern];
    return await new Promise((resolve) => {
      const env = { ...process.env, DATA_DIR: "somewhere" };
      execFile(process.execPath, args, { cwd: join(here, ".."), env }, (error, stdout) => {
        resolve({ code: error ? Number(error.code) : 0, output: stdout });
      });
    });
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function closingLine(output: string): string | undefined {
  return output.trimEnd().split("\n").at(-1);
}

runner("counts what passed and exits with 0", async () => {
  const { code, output } = await run(["good", "environment"]);
  assert.equal(closingLine(output), "3 passed, 0 failed");
  assert.equal(code, 0);
});

const traps: readonly [Name, string, string][] = [
  ["failing", "1 passed, 1 failed", "1 of 2 tests failed"],
  ["before-throws", "0 passed, 1 failed", ""],
  ["after-each-throws", "0 passed, 1 failed", ""],
  ["no-run", "0 passed, 1 failed", ""],
  ["only", "1 passed, 1 failed", "1 skipped"],
  ["skip", "1 passed, 1 failed", "1 skipped"],
  ["throws-text", "0 passed, 1 failed", ""],
  ["exits-early", "0 passed, 1 failed", ""],
  ["late-exit-code", "1 passed, 1 failed", "exit code 3"],
  ["hangs", "0 passed, 1 failed", "stopped at its time limit of 4 s"],
];

for (const [name, closing, reason] of traps) {
  runner(`fails on a file that is wrong in this way: ${name}`, async () => {
    const { code, output } = await run([name]);
    assert.equal(closingLine(output), closing, output);
    assert.ok(output.includes(reason), output);
    assert.equal(code, 1);
  });
}

runner("fails when the pattern matches nothing", async () => {
  const { code, output } = await run(["good"], ["nowhere"]);
  assert.equal(closingLine(output), "0 passed, 1 failed");
  assert.equal(code, 1);
});

runner("takes several patterns: a file runs once if it matches any, and a pattern without a file fails", async () => {
  const both = await run(["good", "environment", "failing"], ["good", "environ", "goo"]);
  assert.deepEqual([closingLine(both.output), both.code], ["3 passed, 0 failed", 0], both.output);
  const mistyped = await run(["good", "environment"], ["good", "nowhere"]);
  assert.match(mistyped.output, /^no test file matches "nowhere"$/m);
  assert.deepEqual([closingLine(mistyped.output), mistyped.code], ["2 passed, 1 failed", 1], mistyped.output);
});

runner("prints the output of a file that fails and keeps quiet about the others", async () => {
  const { output } = await run(["good", "failing"]);
  assert.match(output, /ok {3}test\/good\.test\.ts {2}2\/2/);
  assert.match(output, /FAIL test\/failing\.test\.ts {2}1\/2/);
  assert.match(output, /\| .*wrong/);
});

runner.run();
