import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import Database from "better-sqlite3";
import fc from "fast-check";
import { suite } from "uvu";
import { verifyLedger } from "../daemon/ledger/verify.ts";
import { fillTo, openTestLedger, type TestLedger } from "./helpers/ledger.ts";
import { N, put, rowAt, set, tamperedCopy } from "./helpers/tamper.ts";

const test = suite("a damaged database");
const COUNT = 120;

let booth: TestLedger;
test.before.each(async () => {
  if (booth) return;
  booth = await openTestLedger();
  await fillTo(booth, COUNT);
});

test("a flipped byte in any entry is found there", async () => {
  const clean = booth.copy("flip.db");
  const file = readFileSync(clean);
  for (const seq of [10, 40, 77, 119]) {
    const { id, sig } = rowAt(booth.db, seq);
    for (const [needle, fault] of [
      [Buffer.from(id), "edited"],
      [sig, "signature"],
    ] as const) {
      const bytes = Buffer.from(file);
      // The last: an index holds the ids too, in pages of its own; every copy of it is changed.
      for (let at = bytes.indexOf(needle); at >= 0; at = bytes.indexOf(needle, at + 1))
        bytes.writeUInt8(bytes.readUInt8(at + 5) ^ 1, at + 5);
      writeFileSync(clean, bytes);
      const found = await verifyLedger(clean, { cores: 0 });
      assert.deepEqual([found.firstBad?.seq, found.firstBad?.class], [seq, fault]);
    }
  }
});
test("a page that cannot be read is reported, not thrown", async () => {
  const path = booth.copy("page.db");
  const bytes = readFileSync(path);
  const page = bytes.readUInt16BE(16);
  const at = Math.floor(bytes.indexOf(rowAt(booth.db, N).sig) / page) * page;
  bytes.fill(0xff, at, at + page);
  writeFileSync(path, bytes);
  const found = await verifyLedger(path, { cores: 0 });
  assert.equal(found.ok, false);
  assert.equal(found.firstBad?.class, "edited");
  assert.ok((found.firstBad?.seq ?? 0) <= N && (found.firstBad?.seq ?? 0) > 1, String(found.firstBad?.seq));
});

test("any change to any one row is found at that row", async () => {
  const columns = ["id", "kind", "at", "actor", "lane", "data", "prev", "hash", "key_id", "sig"] as const;
  const change = fc.record({
    seq: fc.integer({ min: 1, max: COUNT }),
    column: fc.constantFrom(...columns),
    at: fc.nat(500),
    flip: fc.integer({ min: 1, max: 127 }),
  });
  const path = tamperedCopy(booth, () => {});
  await fc.assert(
    fc.asyncProperty(change, async ({ seq, column, at, flip }) => {
      const db = new Database(path);
      const row = rowAt(db, seq);
      const bytes = Buffer.from((row[column] ?? "lane") as string | Buffer);
      const place = at % bytes.length;
      bytes.writeUInt8((bytes.readUInt8(place) ^ flip) & 0x7f, place);
      const value = Buffer.isBuffer(row[column]) ? bytes : bytes.toString();
      const same = Buffer.isBuffer(row[column]) ? bytes.equals(row[column]) : value === row[column];
      set(column, value, seq)(db);
      db.close();
      const found = await verifyLedger(path, { cores: 0 });
      const mended = new Database(path);
      put(mended, row);
      mended.close();
      assert.equal(found.firstBad?.seq, same ? undefined : seq, JSON.stringify(found.firstBad));
    }),
    { numRuns: 150 },
  );
});

test("the files of this test are taken away", () => booth.close());

test.run();
