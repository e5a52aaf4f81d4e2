import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import { TEST_BACKUP_KEY } from "./helpers/backups.ts";
import { openClient } from "./helpers/booth.ts";
import { freePort } from "./helpers/child-booth.ts";
import { type CliBench, openCliBench } from "./helpers/cli.ts";
import { REVIEWER_LOGIN } from "./helpers/collector.ts";
import { factsOf } from "./helpers/releases.ts";
import { until } from "./helpers/until.ts";

const examples = suite<{ bench: CliBench }>("cli examples");

examples.before.each((context) => {
  context.bench = openCliBench();
  context.bench.env.BACKUP_KEY = TEST_BACKUP_KEY;
});

examples.after.each(({ bench }) => {
  bench.close();
});

/** The lines of a section of a help text. */
function sectionOf(help: string, ...titles: string[]): string[] {
  const lines = help.split("\n");
  const heads = titles.map((title) => `${title}:`);
  const start = lines.findIndex((line) => heads.includes(line));
  if (start < 0) return [];
  const end = lines.indexOf("", start);
  return lines.slice(start + 1, end).map((line) => line.trim());
}

interface Page {
  words: string[];
  help: string;
  examples: string[];
  isLeaf: boolean;
}

/** The help of every command in the order of the tree, all of one process: a start costs more than all the texts. */
async function readHelp(bench: CliBench): Promise<Page[]> {
  const { items } = (await bench.json(["help", "all"])) as { items: { command: string; help: string }[] };
  return items.map(({ command, help }) => {
    const isLeaf = sectionOf(help, "Commands", "Verbs").length === 0;
    return { words: command.split(" ").slice(1), help, examples: sectionOf(help, "Examples"), isLeaf };
  });
}

examples("--help shows of a command what help all shows of it", async ({ bench }) => {
  const pages = await readHelp(bench);
  for (const line of ["", "ledger", "backup restore"]) {
    const ran = await bench.run([...line.split(" ").filter(Boolean), "--help"]);
    assert.deepEqual([ran.code, ran.stderr], [0, ""], line);
    assert.equal(ran.stdout, pages.find(({ words }) => words.join(" ") === line)?.help, line);
  }
});

examples("every help begins with a sentence and examples, and those of a noun are its verbs'", async ({ bench }) => {
  const pages = await readHelp(bench);
  const leaves = pages.filter(({ isLeaf }) => isLeaf);
  assert.ok(leaves.length > 40, `found ${leaves.length} commands`);
  const run = new Set(leaves.flatMap((page) => page.examples));
  for (const { words, help, examples: shown, isLeaf } of pages) {
    const name = `boothctl ${words.join(" ")}`;
    assert.match(help, /^[A-Z].*\.\n\nExamples:\n/, name);
    assert.ok(shown.length > 0, name);
    for (const line of shown) assert.ok(run.has(line), `${name}: "${line}" is no command's own example`);
    if (isLeaf) {
      for (const line of shown) assert.ok(`${line} `.startsWith(`${name.trimEnd()} `), `${name}: ${line}`);
      assert.match(help, /^Exit codes:$/m, name);
    }
  }
});

/** What goes on until it is told to stop, and what it says when it is under way. */
const GOES_ON: [example: RegExp, sign: RegExp, exit: number | null][] = [
  [/ collector serve\b/, /the collector is open/, 0],
  [/ serve\b/, /the booth is open/, 0],
  [/ demo\b/, /https?:\/\/127\.0\.0\.1/, 0],
  [/ --follow\b/, /cli:/, null],
  [/ lanes watch\b/, /exit-1 {2}barrier/, null],
];

/** What a collector needs, which the booth's environment does not have. */
const collectorEnv = (bench: CliBench) => ({ REVIEWER_LOGIN, DATA_DIR: join(bench.dir, "collector") });

/** What asks the running booth, signed in there. */
const ASKS_DAEMON = /^boothctl (auth|lanes watch|lanes open)\b/;

/** A booth with a stay, a shift, a file of lanes, one of subscribers, a checkpoint and a backup; answers what the numbers in the examples stand for. */
async function prepare(bench: CliBench): Promise<Record<string, string>> {
  await bench.run(["seed-admin", "--password-stdin"], { input: "admin-pass" });
  const running = bench.start(["serve"], { COOKIE_SECURE: "0" });
  const address = () => /"url":"([^"]+)"/.exec(running.said().stderr)?.[1];
  await until(() => address() !== undefined, "the booth to open", 20_000);
  const admin = openClient(address()!);
  await admin.post("/api/auth/login", { username: "admin", password: "admin-pass" });
  assert.equal((await admin.post("/api/shifts", { float: 10_000 })).status, 201);
  const enteredAt = new Date(Date.now() - 60_000).toISOString();
  const stay = await admin.post("/api/sessions", { vehicleClass: "sedan", enteredAt, reason: "an example" });
  assert.equal(stay.status, 201, stay.text);
  running.child.kill("SIGTERM");
  await running.ended;
  const opened = (await bench.json(["ledger", "list", "--kind", "session_open"])) as { items: { seq: number }[] };
  const lanes = [
    {
      lane: "entry-1",
      direction: "entry",
      devices: { access: { driver: "simulated" }, reader: { driver: "simulated" } },
    },
  ];
  writeFileSync(join(bench.dir, "lanes.json"), JSON.stringify(lanes));
  for (const name of ["EVENT_SIGNING_KEY", "BACKUP_KEY"]) writeFileSync(join(bench.dir, name), bench.env[name]!);
  writeFileSync(join(bench.dir, "people.csv"), "holder,plates,validFrom,validTo\nBen,B1,2026-11-01,2999-12-31\n");
  writeFileSync(join(bench.dir, "checkpoint.json"), (await bench.run(["ledger", "checkpoint"])).stdout);
  writeRelease(bench.dir, "main-3f2a91c");
  const { name } = (await bench.json(["backup", "run"])) as { name: string };
  renameSync(join(bench.dataDir, "backups", name), join(bench.dir, "booth-main-20260528T020000Z.tar.age"));
  return { 48190: String(opened.items[0]!.seq), 412: "1" };
}

/** A release file of nothing but what it says of itself: enough to be planned with. */
function writeRelease(dir: string, tag: string): void {
  const facts = {
    ...factsOf(tag),
    bytes: 61e6,
    migrations: readdirSync(join(import.meta.dirname, "../dist/migrations/booth")).map((name) => ({
      name,
      olderFrom: null,
    })),
  };
  mkdirSync(join(dir, tag));
  writeFileSync(join(dir, tag, "release.json"), JSON.stringify(facts));
  execFileSync("tar", ["-czf", `parking-booth-${tag}.tar.gz`, `${tag}/release.json`], { cwd: dir });
}

/** Runs lines beside one daemon, at which the administrator is signed in. */
async function besideDaemon(
  bench: CliBench,
  lines: readonly string[],
  run: (line: string, env: Record<string, string>) => Promise<void>,
): Promise<void> {
  const env = { PORT: String(await freePort()) };
  const running = bench.start(["serve"], env);
  await until(() => running.said().stderr.includes('"url"'), "the booth to open", 20_000);
  let isSignedIn = false;
  for (const line of lines) {
    if (!isSignedIn) await bench.run(["auth", "login", "--password-stdin"], { input: "admin-pass", env });
    await run(line, env);
    isSignedIn = !line.includes("auth logout");
  }
  running.child.kill("SIGTERM");
  await running.ended;
}

async function runOn(
  bench: CliBench,
  line: string,
  [, sign, exit]: (typeof GOES_ON)[number],
  env: Record<string, string>,
): Promise<void> {
  const running = bench.start(line.split(" ").slice(1), { COOKIE_SECURE: "0", ...env });
  const said = () => running.said().stdout + running.said().stderr;
  await until(() => sign.test(said()) || running.child.exitCode !== null, `${line} to be under way`, 30_000);
  assert.match(said(), sign, line);
  running.child.kill("SIGTERM");
  const { code, signal } = await running.ended;
  assert.ok(
    exit === null ? signal === "SIGTERM" || code === 143 : code === exit,
    `${line}: exit ${code} ${signal}\n${said()}`,
  );
}

/** What looks at the host too, and may find it wanting. */
const EXAMINES_HOST = /^boothctl doctor\b/;

/** One line of a help, run as it stands. */
async function runExample(bench: CliBench, line: string, env: Record<string, string>, input: string): Promise<void> {
  const goesOn = GOES_ON.find(([example]) => example.test(line));
  if (goesOn) return runOn(bench, line, goesOn, env);
  const ran = await bench.shell(line, { input, env });
  const allowed = EXAMINES_HOST.test(line) ? [0, 8] : [0];
  assert.ok(allowed.includes(ran.code ?? -1), `${line}: exit ${ran.code}\n${ran.stdout}${ran.stderr}`);
  if (line.includes("--json")) assert.doesNotThrow(() => JSON.parse(ran.stdout), line);
}

/** Nouns that need one another, or the one daemon of a directory; they and all others run side by side, each in the order of the tree. */
const FIRST_TRACK = "serve demo seed-admin status doctor auth setup users roles lanes collector review".split(" ");

const nounOf = (line: string) => line.split(" ")[1] ?? "";

/** Lines that follow one another and ask the daemon, or do not, together. */
function stretchesOf(lines: readonly string[]): string[][] {
  const stretches: string[][] = [];
  for (const line of lines) {
    const last = stretches.at(-1);
    if (last && ASKS_DAEMON.test(last[0] ?? "") === ASKS_DAEMON.test(line)) last.push(line);
    else stretches.push([line]);
  }
  return stretches;
}

async function runTrack(bench: CliBench, lines: readonly string[]): Promise<void> {
  for (const stretch of stretchesOf(lines)) {
    if (ASKS_DAEMON.test(stretch[0] ?? ""))
      await besideDaemon(bench, stretch, (line, env) => runExample(bench, line, env, "admin-pass\n"));
    else
      for (const line of stretch)
        await runExample(bench, line, nounOf(line) === "collector" ? collectorEnv(bench) : {}, "a-good-password\n");
  }
}

examples("every example of every help works as it stands, in the order of the tree", async ({ bench }) => {
  const pages = await readHelp(bench);
  const numbers = await prepare(bench);
  const lines = pages
    .filter(({ isLeaf }) => isLeaf)
    .flatMap((page) => page.examples)
    .map((line) => line.replace(/\b(48190|412)\b/g, (number) => numbers[number]!));
  const isFirst = (line: string) => FIRST_TRACK.includes(nounOf(line));
  await Promise.all([
    runTrack(bench, lines.filter(isFirst)),
    runTrack(
      bench,
      lines.filter((line) => !isFirst(line)),
    ),
  ]);
});

examples.run();
