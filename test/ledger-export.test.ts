import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import type { LedgerEvent } from "../common/events.ts";
import { makeCheckpoint } from "../daemon/ledger/checkpoint.ts";
import { type ExportHeader, exportHeader, exportLines } from "../daemon/ledger/export.ts";
import { openLedgerKeys } from "../daemon/ledger/keys.ts";
import { hashRecord, seal, signHash } from "../daemon/ledger/seal.ts";
import { verifyExport } from "../daemon/ledger/verify-export.ts";
import { BOOTH_ID, fillTo, openTestLedger, type TestLedger } from "./helpers/ledger.ts";
import { rowAt } from "./helpers/tamper.ts";

const COUNT = 2100;
const AT = "2026-11-21T08:00:00.000Z";
interface Context {
  booth: TestLedger;
}
const test = suite<Context>("ledger export");
let filled: TestLedger | undefined;
test.before.each(async (context) => {
  filled ??= await openTestLedger();
  await fillTo(filled, COUNT);
  context.booth = filled;
});

/** The lines of an export, with the booth's checkpoint where it goes to the end. */
function linesOf({ db, ledger, keys }: TestLedger, from: number, to: number, kind: string | null = null): string[] {
  const head = ledger.head();
  const note = head && to === head.seq ? makeCheckpoint(keys, BOOTH_ID, head, AT) : null;
  const header = exportHeader(db, { from, to, kind }, note);
  assert.ok(header);
  return [...exportLines(db, header)].join("").trimEnd().split("\n");
}

async function verdictOn(booth: TestLedger, lines: readonly string[], options = {}) {
  const path = join(booth.dir, "export.jsonl");
  writeFileSync(path, `${lines.join("\n")}\n`);
  const { ok, firstBad, checked } = await verifyExport(path, options);
  assert.equal(ok, firstBad === undefined);
  return firstBad ? `${firstBad.class} ${firstBad.seq}` : checked;
}

/** Changes the event of one line; hash and signature stay unless the change makes them anew. */
function change(lines: readonly string[], index: number, edit: (event: LedgerEvent) => object): string[] {
  return lines.map((line, at) => (at === index ? JSON.stringify(edit(JSON.parse(line) as LedgerEvent)) : line));
}
const without = (lines: readonly string[], index: number) => lines.filter((_, at) => at !== index);
const changeHeader = (lines: readonly string[], more: Partial<ExportHeader>) => [
  JSON.stringify({ ...(JSON.parse(lines[0] ?? "") as ExportHeader), ...more }),
  ...lines.slice(1),
];

test("the whole ledger, its end and any stretch of it verify by the file alone", async ({ booth }) => {
  const head = booth.ledger.head()?.seq ?? 0;
  for (const [from, to] of [
    [1, head],
    [1, 1],
    [2, 2],
    [1500, 1750],
    [999, 1003],
    [head, head],
    [head + 1, head],
  ] as const) {
    const lines = linesOf(booth, from, to);
    assert.equal(lines.length, 1 + to - from + 1);
    assert.equal(await verdictOn(booth, lines), to - from + 1, `${from}…${to}`);
    assert.equal(await verdictOn(booth, lines, { quick: true }), to - from + 1, `${from}…${to}, quickly`);
  }
});

test("what was done to a stretch is named, with the first entry that is bad", async ({ booth }) => {
  const lines = linesOf(booth, 1500, 1600);
  const swapped = [...lines];
  [swapped[10], swapped[11]] = [
    change(lines, 11, (event) => ({ ...event, seq: event.seq - 1 }))[11] ?? "",
    change(lines, 10, (event) => ({ ...event, seq: event.seq + 1 }))[10] ?? "",
  ];
  const note = makeCheckpoint(booth.keys, BOOTH_ID, { seq: 1500, hash: rowAt(booth.db, 1500).hash }, AT);
  const forged = { ...note, at: "2026-11-22T08:00:00.000Z" };
  const payment = lines.findIndex((line) => line.includes('"kind":"payment"'));
  const cases: [what: string, lines: string[], verdict: string][] = [
    [
      "an amount",
      change(lines, payment, (e) => ({ ...e, data: { ...e.data, amount: 1 } })),
      `edited ${1499 + payment}`,
    ],
    ["a lane", change(lines, 1, (e) => ({ ...e, lane: "exit-9" })), "edited 1500"],
    ["a line that is taken out", without(lines, 50), "deleted 1549"],
    ["the first line", without(lines, 1), "deleted 1500"],
    ["the last line", lines.slice(0, -1), "truncated 1600"],
    ["all lines", lines.slice(0, 1), "truncated 1500"],
    ["two entries that change places", swapped, "reordered 1509"],
    ["a copy", [...lines.slice(0, 20), lines[19] ?? "", ...lines.slice(20)], "duplicated 1518"],
    ["a line that is no JSON", lines.map((line, at) => (at === 7 ? line.slice(1) : line)), "edited 1506"],
    ["a member besides", change(lines, 7, (e) => ({ ...e, note: "paid twice" })), "edited 1506"],
    ["a member twice", lines.map((l, at) => (at === 7 ? l.replace("{", '{"kind":"void",') : l)), "edited 1506"],
    ["a number that is none", change(lines, 7, (e) => ({ ...e, seq: "x" })), "edited 1506"],
    ["an entry from elsewhere", [...lines, ...linesOf(booth, 1700, 1700).slice(1)], "inserted 1700"],
    ["a signature", change(lines, 7, (e) => ({ ...e, sig: Buffer.alloc(64).toString("base64url") })), "signature 1506"],
    [
      "the link to what is before",
      changeHeader(lines, { before: { seq: 1499, hash: "0".repeat(64) } }),
      "deleted 1500",
    ],
    ["its own checkpoint", changeHeader(lines, { checkpoint: forged }), "signature 1500"],
    ["an end far away", changeHeader(lines, { to: 900_000_000, count: 900_000_000 }), "truncated 1601"],
  ];
  for (const [what, tampered, verdict] of cases) assert.equal(await verdictOn(booth, tampered), verdict, what);
});

test("two lines that stand in the wrong order in the file are none the worse for it", async ({ booth }) => {
  const [header = "", ...lines] = linesOf(booth, 1, 40);
  assert.equal(await verdictOn(booth, [header, ...lines.reverse()]), 40);
});

test("a chain that somebody signed with another key is not this booth's", async ({ booth }) => {
  const stranger = openLedgerKeys(Buffer.alloc(32, 9));
  const lines = linesOf(booth, 1, 3);
  const resealed = seal(stranger, { ...rowAt(booth.db, 3), at: "2026-11-20T09:00:00.000Z" });
  const forged = change(lines, 3, (event) => ({
    ...event,
    at: resealed.at,
    hash: resealed.hash.toString("hex"),
    keyId: resealed.key_id,
    sig: resealed.sig.toString("base64url"),
  }));
  assert.equal(await verdictOn(booth, forged), "unknown_key 3");
  assert.equal(await verdictOn(booth, lines, { publicKeyText: stranger.publicKeyText }), "unknown_key 1");
});

test("an end that was cut off, first line and all, shows against a checkpoint kept elsewhere", async ({ booth }) => {
  const head = booth.ledger.head();
  assert.ok(head);
  const checkpoint = makeCheckpoint(booth.keys, BOOTH_ID, head, AT);
  const lines = linesOf(booth, 2000, head.seq);
  const cut = changeHeader(lines.slice(0, -5), { to: head.seq - 5, count: lines.length - 6, checkpoint: null });
  assert.equal(await verdictOn(booth, cut), lines.length - 6);
  assert.equal(await verdictOn(booth, cut, { checkpoint }), `truncated ${head.seq - 4}`);
  const careless = changeHeader(lines.slice(0, -5), { to: head.seq - 5, count: lines.length - 6 });
  assert.equal(await verdictOn(booth, careless), `truncated ${head.seq - 4}`, "the file carries one of its own");
});

test("a checkpoint that says nothing of the export is refused, and so is another file", async ({ booth }) => {
  const head = booth.ledger.head();
  assert.ok(head);
  const other = makeCheckpoint(booth.keys, "booth-9", head, AT);
  await assert.rejects(verdictOn(booth, linesOf(booth, 1, 9), { checkpoint: other }), /of the booth "booth-9"/);
  const early = makeCheckpoint(booth.keys, BOOTH_ID, { seq: 5, hash: rowAt(booth.db, 5).hash }, AT);
  await assert.rejects(verdictOn(booth, linesOf(booth, 50, 60), { checkpoint: early }), /saw entry 5.*begins at 50/);
  await assert.rejects(verdictOn(booth, ["{}"]), /does not begin as a file/);
  await assert.rejects(verdictOn(booth, []), /does not begin as a file/);
});

test("of one kind each entry is proven by itself, and how many there are", async ({ booth }) => {
  const lines = linesOf(booth, 100, 300, "payment");
  assert.ok(lines.length > 90 && lines.slice(1).every((line) => line.includes('"kind":"payment"')));
  assert.equal(await verdictOn(booth, lines), lines.length - 1);
  const seqOf = (index: number) => (JSON.parse(lines[index] ?? "") as LedgerEvent).seq;
  const last = seqOf(lines.length - 1);
  assert.equal(await verdictOn(booth, lines.slice(0, -1)), `truncated ${seqOf(lines.length - 2) + 1}`);
  assert.equal(await verdictOn(booth, [...lines, lines.at(-1) ?? ""]), `inserted ${last}`);
  const stay = linesOf(booth, 101, 103, "session_open")[1] ?? "";
  assert.match(String(await verdictOn(booth, [lines[0] ?? "", stay])), /^inserted 10[1-3]$/);
  const edit = (event: LedgerEvent) => ({ ...event, data: { ...event.data, amount: 1 } });
  assert.equal(await verdictOn(booth, change(lines, 3, edit)), `edited ${seqOf(3)}`);
  const rehashed = (event: LedgerEvent) => {
    const row = { ...rowAt(booth.db, event.seq), lane: "exit-9" };
    const sig = signHash(openLedgerKeys(Buffer.alloc(32, 9)).privateKey, hashRecord(row));
    return { ...event, lane: "exit-9", hash: hashRecord(row).toString("hex"), sig: sig.toString("base64url") };
  };
  assert.equal(await verdictOn(booth, change(lines, 3, rehashed)), `signature ${seqOf(3)}`);
  assert.equal(
    await verdictOn(
      booth,
      change(lines, 3, (e) => ({ ...e, keyId: "0".repeat(16) })),
    ),
    `unknown_key ${seqOf(3)}`,
  );
});

test.run();
