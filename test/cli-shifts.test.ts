import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import type { LedgerEvent, Payload } from "../common/events.ts";
import { type Client, startBooth, type TestBooth } from "./helpers/booth.ts";
import { type CliBench, openCliBench, type Ran } from "./helpers/cli.ts";
import { openShift } from "./helpers/stay.ts";

interface Context {
  booth: TestBooth;
  bench: CliBench;
  operator: Client;
  /** The shift of a cashier who has gone home; boothctl beside the running daemon. */
  number: string;
  cli(...words: string[]): Promise<Ran>;
}

const shifts = suite<Context>("cli shifts");

shifts.before.each(async (context) => {
  const booth = await startBooth();
  const bench = openCliBench();
  context.booth = booth;
  context.bench = bench;
  context.operator = await booth.signIn("operator");
  context.number = String((await openShift(await booth.signIn("cashier"), 15_000)).number);
  context.cli = (...words) => bench.run(["shifts", ...words], { env: { DATA_DIR: booth.dataDir } });
});
shifts.after.each(async ({ booth, bench }) => {
  bench.close();
  await booth.close();
});

const closes = async (client: Client) =>
  (await client.get("/api/events?kind=shift_close")).body.items as LedgerEvent<"shift_close">[];
const stateOf = async (client: Client) => (await client.get("/api/shifts/1")).body.closedAt !== undefined;

shifts("a shift is closed for its cashier on a count, prints its Z, and the ledger names both", async (context) => {
  const { operator, number, cli } = context;
  const ran = await cli(
    "close",
    number,
    "--on-behalf",
    "--count",
    "5000=2",
    "--count",
    "200=3",
    "--remark",
    "went home",
  );
  assert.equal(ran.code, 0, ran.stderr);
  assert.match(ran.stderr, /^Shift #1 is closed\.$/m);
  assert.match(ran.stdout, /^Z report, shift #1$/m);
  assert.match(ran.stdout, /^cashier$/m);
  assert.match(ran.stdout, /-€44\.00/);
  const [event, more] = await closes(operator);
  assert.ok(event && more === undefined);
  const cashier = (await (await context.booth.signIn("cashier")).get("/api/auth/me")).body.id;
  const { userId, onBehalf, counted, countedTotal, overShort, note } = event.data as Payload<"shift_close">;
  assert.equal(event.actor.type, "cli");
  assert.deepEqual(
    { userId, onBehalf, counted, countedTotal, overShort, note },
    {
      userId: cashier,
      onBehalf: true,
      counted: { 5000: 2, 200: 3 },
      countedTotal: 10_600,
      overShort: -4400,
      note: "went home",
    },
  );
  const again = await cli("close", number, "--on-behalf", "--count", "5000=1");
  assert.equal(again.code, 0);
  assert.match(again.stderr, /closed already: nothing to do/);
  assert.equal(again.stdout, ran.stdout);
  assert.equal((await closes(operator)).length, 1);
});

shifts("the count may come from a file", async ({ operator, bench, number, cli }) => {
  const file = join(bench.dir, "counted.json");
  writeFileSync(file, '{"10000":1,"5000":1}');
  const ran = await cli("close", number, "--on-behalf", "--counted-file", file, "--json");
  assert.equal(ran.code, 0, ran.stderr);
  const report = JSON.parse(ran.stdout) as { kind: string; shift: { overShort: number } };
  assert.deepEqual([report.kind, report.shift.overShort], ["Z", 0]);
  assert.equal(await stateOf(operator), true);
});

shifts(
  "no shift is closed uncounted unless somebody says that the drawer is empty",
  async ({ operator, number, cli }) => {
    const ran = await cli("close", number, "--on-behalf");
    assert.equal(ran.code, 2);
    assert.match(ran.stderr, /^✗ Nothing was counted: .*--confirm 1\.$/m);
    assert.match(ran.stderr, /Try: boothctl shifts close 1 --on-behalf --count 5000=2/);
    assert.equal((await cli("close", number, "--on-behalf", "--confirm", "2")).code, 2);
    assert.equal(await stateOf(operator), false);
    assert.equal((await cli("close", number, "--on-behalf", "--confirm", number)).code, 0);
    assert.equal((await closes(operator))[0]?.data.overShort, -15_000);
  },
);

shifts("what was typed wrong closes nothing and says what was expected", async ({ operator, bench, number, cli }) => {
  const bad = join(bench.dir, "bad.json");
  writeFileSync(bad, "[1]");
  for (const [words, exit, said] of [
    [[number], 2, /needs --on-behalf/],
    [[number, "--on-behalf", "--count", "50"], 2, /expected a value in minor units and how many/],
    [[number, "--on-behalf", "--count", "5000=1", "--count", "5000=2"], 2, /5000 is there twice/],
    [[number, "--on-behalf", "--count", "3=1"], 2, /[Cc]ounted\.3: expected a note or coin/],
    [[number, "--on-behalf", "--count", "5000=1", "--counted-file", bad], 2, /either --count or --counted-file/],
    [[number, "--on-behalf", "--counted-file", bad], 2, /expected an object such as/],
    [["99", "--on-behalf", "--count", "5000=1"], 6, /no shift with this id/],
  ] as const) {
    const ran = await cli("close", ...words);
    assert.deepEqual([ran.code, ran.stdout], [exit, ""], `${words.join(" ")}: ${ran.stderr}`);
    assert.match(ran.stderr, said, words.join(" "));
  }
  assert.equal(await stateOf(operator), false);
});

shifts.run();
