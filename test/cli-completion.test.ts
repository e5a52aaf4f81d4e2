import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import { type CliBench, openCliBench } from "./helpers/cli.ts";

const test = suite<{ bench: CliBench }>("cli completion");

test.before.each((context) => {
  context.bench = openCliBench();
});

test.after.each(({ bench }) => {
  bench.close();
});

async function scriptFor(bench: CliBench, shell: string): Promise<string> {
  const ran = await bench.run(["completion", shell]);
  assert.deepEqual([ran.code, ran.stderr], [0, ""]);
  const path = join(bench.dir, `boothctl.${shell}`);
  writeFileSync(path, ran.stdout);
  return path;
}

/** What bash offers for command lines whose last word is being typed: the script is read by a real one. */
function offers(script: string, lines: readonly string[], equals = " = "): Record<string, string[]> {
  // Of a line, bash makes words as it does here: an = is a word of its own, unless COMP_WORDBREAKS lacks it.
  const words = (line: string) => `${line.replace(/=/g, equals).trimEnd()}${line.endsWith(" ") ? " ''" : ""}`;
  const asked = lines.map(
    (line) => `COMP_WORDS=(${words(line)}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); COMPREPLY=()
      _boothctl; echo "\${COMPREPLY[*]}"`,
  );
  const ran = spawnSync("bash", ["--norc", "-eu", "-c", [`source ${script}`, ...asked].join("\n")], {
    encoding: "utf8",
  });
  assert.deepEqual([ran.status, ran.stderr], [0, ""]);
  const said = ran.stdout.split("\n");
  return Object.fromEntries(lines.map((line, at) => [line, (said[at] ?? "").split(" ").filter(Boolean)]));
}

test("bash completes nouns, verbs, flags and the words that a flag takes", async ({ bench }) => {
  const script = await scriptFor(bench, "bash");
  const found = offers(script, [
    "boothctl led",
    "boothctl ledger ver",
    "boothctl ledger verify --re",
    "boothctl --data-dir users backup r",
    "boothctl --json setup ",
    "boothctl setup test exit-1 --only ",
    "boothctl setup test exit-1 --only ca",
    "boothctl completion ",
    "boothctl doctor --",
    "boothctl nonsense ",
  ]);
  assert.deepEqual(found["boothctl led"], ["ledger"]);
  assert.deepEqual(found["boothctl ledger ver"], ["verify"]);
  assert.deepEqual(found["boothctl ledger verify --re"], ["--rebuild", "--reprice"]);
  assert.deepEqual(found["boothctl --data-dir users backup r"], ["run", "restore"]);
  assert.ok(found["boothctl --json setup "]?.includes("assign"));
  assert.deepEqual(found["boothctl setup test exit-1 --only "], ["access", "reader", "camera", "printer"]);
  assert.deepEqual(found["boothctl setup test exit-1 --only ca"], ["camera"]);
  assert.deepEqual(found["boothctl completion "], ["bash", "zsh", "fish"]);
  for (const flag of ["--strict", "--json", "--data-dir", "--help"])
    assert.ok(found["boothctl doctor --"]?.includes(flag), flag);
});

test("bash completes a value behind =, and the words that take no other", async ({ bench }) => {
  const found = offers(await scriptFor(bench, "bash"), [
    "boothctl setup test exit-1 --only=",
    "boothctl setup test exit-1 --only=ca",
    "boothctl setup test exit-1 --only=camera --",
    "boothctl --data-dir=users backup r",
    "boothctl config keygen ",
    "boothctl modules enable car",
    "boothctl reports revenue --by ",
    "boothctl reports exceptions --kind=unexp",
    "boothctl ledger list --kind shift_",
    "boothctl ledger export --kind shift_",
    "boothctl users create --language ",
    "boothctl help ex",
    "boothctl help setup ass",
  ]);
  assert.deepEqual(Object.values(found), [
    ["access", "reader", "camera", "printer"],
    ["camera"],
    found["boothctl setup test exit-1 --only=camera --"],
    ["run", "restore"],
    ["signing", "session", "backup"],
    ["carwash"],
    ["hour", "day", "lane", "method", "tariff", "person"],
    ["unexplained_open"],
    ["shift_open", "shift_close"],
    ["shift_open", "shift_close"],
    ["en", "de", "es", "fr", "ar"],
    ["exit-codes"],
    ["assign"],
  ]);
  assert.ok(found["boothctl setup test exit-1 --only=camera --"]?.includes("--json"));
  const line = "boothctl setup test exit-1 --only=ca";
  assert.deepEqual(offers(await scriptFor(bench, "bash"), [line], "=")[line], ["--only=camera"]);
});

test("a word that a flag or an argument does not take is wrong usage, which names those it does", async ({ bench }) => {
  for (const [line, names] of [
    ["config keygen nonsense", /signing, session, backup/],
    ["modules enable nonsense", /parking, .*carwash/],
    ["reports revenue --by weather", /hour, day, lane/],
    ["ledger list --kind nonsense", /payment, /],
    ["users create maria --role cashier --language xx", /en, de, es/],
  ] as const) {
    const ran = await bench.run(line.split(" "));
    assert.equal(ran.code, 2, line);
    assert.match(ran.stderr, names);
  }
});

test("bash offers every command of the tree, and every flag that its help names", async ({ bench }) => {
  const script = await scriptFor(bench, "bash");
  const { items } = (await bench.json(["help", "all"])) as { items: { command: string; help: string }[] };
  const verbs = offers(
    script,
    items.map(({ command }) => `${command} `),
  );
  const flags = offers(
    script,
    items.map(({ command }) => `${command} --`),
  );
  assert.ok(items.length > 100);
  for (const { command, help } of items) {
    const parent = command.split(" ").slice(0, -1).join(" ");
    if (parent !== "") assert.ok(verbs[`${parent} `]?.includes(command.split(" ").at(-1) ?? ""), command);
    const options = help.slice(help.indexOf("ptions:\n")).matchAll(/^ {2}(?:-\w, )?(--[\w-]+)/gm);
    for (const [, flag = ""] of options) assert.ok(flags[`${command} --`]?.includes(flag), `${command} ${flag}`);
  }
});

/** Whether a shell is on this host. */
const isHere = (shell: string) => spawnSync(shell, ["-c", "exit 0"]).status === 0;

test("each script names every command, and a shell that is here takes it", async ({ bench }) => {
  const { items } = (await bench.json(["help", "all"])) as { items: { command: string }[] };
  for (const shell of ["bash", "zsh", "fish"]) {
    const path = await scriptFor(bench, shell);
    const { script } = (await bench.json(["completion", shell])) as { script: string };
    for (const { command } of items.slice(1))
      assert.ok(script.includes(`'${command.replace(/^boothctl /, "")}'`), `${shell}: ${command}`);
    if (!isHere(shell)) continue;
    const ran = spawnSync(shell, ["-n", path], { encoding: "utf8" });
    assert.deepEqual([ran.status, ran.stderr], [0, ""], shell);
  }
});

test("another shell is wrong usage", async ({ bench }) => {
  const ran = await bench.run(["completion", "cmd"]);
  assert.equal(ran.code, 2);
  assert.match(ran.stderr, /bash, zsh, fish/);
});

test.run();
