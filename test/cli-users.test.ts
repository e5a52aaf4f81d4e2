import assert from "node:assert/strict";
import { chownSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import type { User } from "../common/api/auth.ts";
import { type CliBench, openCliBench } from "./helpers/cli.ts";

const users = suite<{ bench: CliBench }>("cli users");

users.before.each(async (context) => {
  context.bench = openCliBench();
  await context.bench.run(["seed-admin", "--password-stdin"], { input: "admin-pass\n" });
});

users.after.each(({ bench }) => {
  bench.close();
});

const MARIA = ["users", "create", "maria", "--role", "cashier", "--password-stdin"];

async function listed(bench: CliBench): Promise<User[]> {
  return ((await bench.json(["users", "list"])) as { items: User[] }).items;
}

async function headOf(bench: CliBench): Promise<number> {
  return ((await bench.json(["ledger", "head"])) as { seq: number }).seq;
}

users("the first administrator comes with the booth, and a second time changes nothing", async ({ bench }) => {
  const [admin] = await listed(bench);
  assert.deepEqual([admin!.username, admin!.roleId], ["admin", "admin"]);
  const before = await headOf(bench);
  const again = (await bench.json(["seed-admin", "--password-stdin"], { input: "another" })) as { created: boolean };
  assert.equal(again.created, false);
  assert.equal(await headOf(bench), before);
  await bench.run(MARIA, { input: "maria-pass" });
  assert.equal((await bench.run(["seed-admin", "--user", "maria", "--password-stdin"], { input: "x-pass" })).code, 7);
});

users("a user is created, changed and deleted, and each step done again is exit 0 and no event", async ({ bench }) => {
  const steps = [
    MARIA,
    ["users", "set-role", "maria", "operator"],
    ["users", "disable", "maria"],
    ["users", "enable", "maria"],
    ["users", "delete", "maria", "--confirm", "maria"],
  ];
  for (const step of steps) {
    const before = await headOf(bench);
    const first = await bench.run(step, { input: "maria-pass" });
    assert.equal(first.code, 0, first.stderr);
    const between = await headOf(bench);
    assert.ok(between > before, step.join(" "));
    if (step === MARIA)
      assert.equal((await listed(bench)).find(({ username }) => username === "maria")!.roleId, "cashier");
    assert.equal((await bench.run(step, { input: "maria-pass" })).code, 0, step.join(" "));
    assert.equal(await headOf(bench), between, step.join(" "));
  }
  assert.deepEqual(
    (await listed(bench)).map(({ username }) => username),
    ["admin"],
  );
});

users("a name that somebody else has is exit 7, an unknown role exit 2, an unknown user exit 6", async ({ bench }) => {
  await bench.run(MARIA, { input: "maria-pass" });
  assert.equal(
    (await bench.run(["users", "create", "maria", "--role", "operator", "--password-stdin"], { input: "maria-pass" }))
      .code,
    7,
  );
  assert.equal((await bench.run(["users", "set-role", "maria", "nonsense"])).code, 2);
  assert.equal((await bench.run(["users", "set-role", "nobody", "cashier"])).code, 6);
  assert.equal(
    (await bench.run(["users", "set-password", "nobody", "--password-stdin"], { input: "some-pass" })).code,
    6,
  );
});

users("the last administrator stays", async ({ bench }) => {
  for (const args of [
    ["disable", "admin"],
    ["set-role", "admin", "cashier"],
    ["delete", "admin", "--confirm", "admin"],
  ]) {
    const ran = await bench.run(["users", ...args]);
    assert.equal(ran.code, 7, args.join(" "));
    assert.match(ran.stderr, /last administrator/);
  }
});

users("a password comes from stdin or a file, never from the arguments, and is never shown", async ({ bench }) => {
  const secret = "correct horse battery";
  const file = join(bench.dir, "pw");
  writeFileSync(file, `${secret}\n`);
  const runs = [
    await bench.run(MARIA, { input: `${secret}\n` }),
    await bench.run(["users", "create", "tom", "--role", "cashier", "--password-file", file, "-v"]),
    await bench.run(["users", "set-password", "tom", "--password-file", file, "--json"]),
  ];
  for (const ran of runs) {
    assert.equal(ran.code, 0, ran.stderr);
    assert.ok(!(ran.stdout + ran.stderr).includes(secret));
  }
  for (const verb of ["create", "set-password"]) {
    assert.doesNotMatch((await bench.run(["users", verb, "--help"])).stdout, /--password[ =<]/);
  }
  const both = await bench.run([...MARIA, "--password-file", file], { input: secret });
  assert.equal(both.code, 2);
  for (const bad of ["abc", "x".repeat(73)])
    assert.equal((await bench.run([...MARIA.with(2, "eva")], { input: bad })).code, 2, "refused where it is set");
});

users("without a terminal nothing is asked: exit 2 and the flag by name", async ({ bench }) => {
  const password = await bench.run(["users", "create", "maria", "--role", "cashier"]);
  assert.equal(password.code, 2);
  assert.match(password.stderr, /--password-stdin/);
  await bench.run(MARIA, { input: "maria-pass" });
  const confirm = await bench.run(["users", "delete", "maria", "--no-input"]);
  assert.equal(confirm.code, 2);
  assert.match(confirm.stderr, /Try: boothctl users delete maria --no-input --confirm maria/);
  assert.equal((await bench.run(["users", "delete", "maria", "--confirm", "mario"])).code, 2);
  assert.equal((await listed(bench)).length, 2);
});

users("the name and the language of a user are set, and what is not named stays", async ({ bench }) => {
  await bench.run(MARIA, { input: "maria-pass" });
  const maria = async () => (await bench.json(["users", "show", "maria"])) as User;
  const set = ["users", "set", "maria", "--name", "Maria Soler", "--language", "de"];
  assert.equal((await bench.run(set)).stderr, "maria was changed.\n");
  const head = await headOf(bench);
  assert.equal((await bench.run(set)).stderr, "maria is so already.\n");
  assert.equal(await headOf(bench), head);
  const { id, ...rest } = await maria();
  const expected = {
    username: "maria",
    displayName: "Maria Soler",
    roleId: "cashier",
    language: "de",
    disabled: false,
  };
  assert.deepEqual(rest, expected);
  assert.match((await bench.run(["users", "show", "maria"])).stdout, new RegExp(`^name +Maria Soler\n[^]*${id}$`, "m"));
  for (const args of [[], ["--language", "xx"], ["--name", ""]])
    assert.equal((await bench.run(["users", "set", "maria", ...args])).code, 2, args.join(" "));
  assert.equal((await bench.run(["users", "set", "nobody", "--name", "x"])).code, 6);
  assert.equal((await bench.run(["users", "show", "nobody"])).code, 6);
  assert.equal((await maria()).displayName, "Maria Soler");
});

users("what to try next fits what was refused", async ({ bench }) => {
  await bench.run(MARIA, { input: "maria-pass" });
  const eva = ["users", "create", "eva", "--password-stdin", "--role"];
  const tried: [args: string[], input: string, exit: number, hint: string][] = [
    [[...eva, "cashier"], "", 2, "boothctl users create --help"],
    [[...eva, "nonsense"], "eva-pass", 2, "boothctl roles list"],
    [[...MARIA.with(4, "operator")], "maria-pass", 7, "boothctl users show maria"],
    [["users", "set-password", "maria", "--password-stdin"], "", 2, "boothctl users set-password --help"],
    [["users", "set-password", "nobody", "--password-stdin"], "some-pass", 6, "boothctl users list"],
    [["users", "set-role", "maria", "nonsense"], "", 2, "boothctl roles list"],
    [["users", "set-role", "nobody", "cashier"], "", 6, "boothctl users list"],
    [["roles", "create", "no such"], "", 2, "boothctl roles create --help"],
    [["roles", "create", "night", "--copy", "nonsense"], "", 6, "boothctl roles list"],
    [["roles", "create", "cashier"], "", 7, "boothctl roles show cashier"],
    [["roles", "grant", "cashier", "no:such"], "", 2, "boothctl roles grid"],
    [["roles", "grant", "nonsense", "event:void"], "", 6, "boothctl roles list"],
    [["roles", "delete", "cashier", "--confirm", "cashier"], "", 7, "boothctl users list"],
  ];
  for (const [args, input, exit, hint] of tried) {
    const ran = await bench.run(args, { input });
    assert.equal(ran.code, exit, `${args.join(" ")}: ${ran.stderr}`);
    assert.equal(/Try: (.*)/.exec(ran.stderr)?.[1], hint, args.join(" "));
  }
});

users("a data directory that is a file, or lies below one, is named in a sentence", async ({ bench }) => {
  const file = join(bench.dir, "a-file");
  writeFileSync(file, "");
  for (const dataDir of [file, join(file, "below")]) {
    for (const args of [["users", "list"], ["seed-admin", "--password-stdin"], ["serve"], ["config", "check"]]) {
      const ran = await bench.run([...args, "--data-dir", dataDir], { input: "admin-pass" });
      assert.equal(ran.code, 2, `${args.join(" ")}: ${ran.stderr}`);
      assert.ok(ran.stderr.startsWith(`✗ ${dataDir} cannot be the data directory: `), ran.stderr);
    }
  }
});

users("modules are switched with an event for each that flips, within the rules", async ({ bench }) => {
  const flips = async () =>
    ((await bench.json(["ledger", "list", "--kind", "config_change"])) as { items: unknown[] }).items.length;
  assert.equal((await bench.run(["modules", "disable", "validation", "--dry-run"])).stdout, "- validation\n");
  assert.equal(await flips(), 0);
  for (const _ of [1, 2]) assert.equal((await bench.run(["modules", "disable", "validation"])).code, 0);
  assert.equal(await flips(), 1);
  assert.equal((await bench.run(["modules", "set", "parking", "validation"])).code, 0);
  assert.equal(await flips(), 3);
  for (const args of [
    ["disable", "parking"],
    ["set", "validation"],
    ["enable", "nonsense"],
    ["disable", "nonsense"],
  ]) {
    const ran = await bench.run(["modules", ...args]);
    assert.equal(ran.code, 2, `${args.join(" ")}: ${ran.stderr}`);
  }
  assert.equal(
    (await bench.run(["modules", "enable", "carwash"], { env: { MODULES_ENTITLED: "parking,validation" } })).code,
    2,
  );
});

users("the site is changed by what is named, and only by what differs", async ({ bench }) => {
  const set = ["site", "set", "--name", "Harbour St", "--capacity", "120", "--entry-presence-bypass", "on"];
  for (const _ of [1, 2]) assert.equal((await bench.run(set)).code, 0);
  const site = (await bench.json(["site", "show"])) as Record<string, unknown>;
  assert.deepEqual([site.name, site.capacity, site.entryPresenceBypass], ["Harbour St", 120, true]);
  assert.equal(
    ((await bench.json(["ledger", "list", "--kind", "site_change"])) as { items: unknown[] }).items.length,
    1,
  );
  await bench.run(["site", "set", "--capacity", "none"]);
  assert.equal(((await bench.json(["site", "show"])) as Record<string, unknown>).capacity, null);
  for (const args of [
    ["--timezone", "Nowhere/At-All"],
    ["--capacity", "many"],
    ["--entry-presence-bypass", "maybe"],
    [],
  ]) {
    assert.equal((await bench.run(["site", "set", ...args])).code, 2, args.join(" "));
  }
});

users("run as root it takes on the data directory's owner, and leaves no file of root's", async ({ bench }) => {
  if (process.getuid?.() !== 0) return;
  const nobody = Number(/^nobody:[^:]*:(\d+)/m.exec(readFileSync("/etc/passwd", "utf8"))?.[1] ?? 65534);
  const dataDir = join(bench.dir, "owned");
  mkdirSync(dataDir);
  chownSync(bench.dir, nobody, nobody);
  chownSync(dataDir, nobody, nobody);
  const ran = await bench.run(["seed-admin", "--data-dir", dataDir, "--password-stdin"], { input: "admin-pass" });
  assert.equal(ran.code, 0, ran.stderr);
  await bench.run(["users", "list", "--data-dir", dataDir]);
  const files = readdirSync(dataDir);
  assert.ok(files.includes("booth.db"));
  for (const file of files) assert.equal(statSync(join(dataDir, file)).uid, nobody, file);
});

users.run();
