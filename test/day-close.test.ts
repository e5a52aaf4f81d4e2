import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { suite } from "uvu";
import type { LedgerEvent } from "../common/events.ts";
import { isCheckpointGenuine } from "../daemon/ledger/checkpoint.ts";
import { verifyLedger } from "../daemon/ledger/verify.ts";
import { compareReadModels } from "../daemon/read-models/rebuild.ts";
import { closeDueDays } from "../daemon/services/day-close.ts";
import { type Client, openBeside, startBooth, type TestBooth } from "./helpers/booth.ts";
import { MIGRATIONS } from "./helpers/ledger.ts";
import { openReportBooth, type ReportBooth, takeFor } from "./helpers/report-day.ts";
import { until } from "./helpers/until.ts";

type DayClose = LedgerEvent<"day_close">;
const test = suite("day close");
const closers: (() => Promise<void>)[] = [];
test.after.each(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function open(at: string, timezone: string): Promise<ReportBooth> {
  const opened = await openReportBooth(at, timezone);
  closers.push(() => opened.booth.close());
  return opened;
}

async function closesIn(operator: Client): Promise<DayClose[]> {
  const answer = await operator.get("/api/events?kind=day_close&limit=500");
  return (answer.body.items as DayClose[]).reverse();
}

const spans = (events: readonly DayClose[]) => events.map(({ data }) => [data.date, data.from, data.to]);

async function assertSound(booth: TestBooth): Promise<void> {
  const { booth: inner } = booth;
  assert.equal((await verifyLedger(inner.db, { cores: 0 })).firstBad, undefined);
  assert.equal(compareReadModels(inner.db, MIGRATIONS), null);
}

test("a day that has ended is signed once, with what it came to and a checkpoint", async () => {
  const at = await open("2026-11-20T10:00:00.000Z", "Europe/Berlin");
  const { booth, operator } = at;
  const cash = (await takeFor(at, 60)).paid;
  const card = (await takeFor(at, 90, { method: "card", lane: "exit-1" })).paid;
  await operator.post(`/api/events/${card.seq}/void`, { reason: "wrong_vehicle" });
  assert.deepEqual(await closeDueDays(booth.booth), []);
  const lastSeq = booth.booth.ledger.head()?.seq;
  booth.clock.set("2026-11-20T23:00:30.000Z");
  assert.equal((await closeDueDays(booth.booth)).length, 1);
  assert.deepEqual(await closeDueDays(booth.booth), []);
  const [event] = await closesIn(operator);
  assert.ok(event);
  const { data } = event;
  assert.deepEqual(
    [data.date, data.number, data.timezone, data.late, data.lateSeconds],
    ["2026-11-20", 1, "Europe/Berlin", false, 30],
  );
  assert.deepEqual(event.actor, { type: "system", id: "booth" });
  assert.deepEqual(data.sums, {
    payments: 2,
    taken: cash.amount + card.amount,
    voids: 1,
    voided: card.amount,
    amount: cash.amount,
    tax: cash.tax,
  });
  assert.deepEqual(
    data.byMethod.map(({ method, amount }) => [method, amount]),
    [
      ["cash", cash.amount],
      ["card", 0],
    ],
  );
  assert.equal(data.byTax[0]?.rate, "0.21");
  assert.deepEqual(data.byReason, [
    { kind: "debt", reason: "wrong_vehicle", count: 1, amount: card.amount },
    { kind: "void", reason: "wrong_vehicle", count: 1, amount: card.amount },
  ]);
  assert.equal(data.lastSeq, lastSeq);
  assert.deepEqual(data.atEnd, { perpetual: cash.amount, absolute: cash.amount + 2 * card.amount });
  assert.equal(data.checkpoint.seq, event.seq - 1);
  assert.ok(isCheckpointGenuine(data.checkpoint, booth.booth.ledger.keys.publicKeyText));
  const report = (await operator.get("/api/reports/day?date=2026-11-20")).body;
  assert.deepEqual(report.closed, { seq: event.seq, number: 1, at: event.at, late: false, lateSeconds: 30 });
  for (const key of [
    "sums",
    "byMethod",
    "byTariff",
    "byTax",
    "byReason",
    "entries",
    "exits",
    "inside",
    "lastSeq",
  ] as const)
    assert.deepEqual(report[key], data[key], key);
  await assertSound(booth);
});

test("money after midnight belongs to the new day, also when the old one is signed late", async () => {
  const at = await open("2026-11-20T10:00:00.000Z", "UTC");
  const first = (await takeFor(at, 60)).paid;
  at.booth.clock.set("2026-11-21T01:00:00.000Z");
  const second = (await takeFor(at, 60)).paid;
  await closeDueDays(at.booth.booth);
  const [event] = await closesIn(at.operator);
  assert.deepEqual([event?.data.late, event?.data.lateSeconds], [true, 7200]);
  assert.equal(event?.data.sums.amount, first.amount);
  assert.deepEqual(event?.data.atEnd, { perpetual: first.amount, absolute: first.amount });
  assert.equal(event?.data.totals.perpetual, first.amount + second.amount);
  assert.match((await at.operator.get("/api/reports/day?date=2026-11-20")).body.text, /LATE by 2 h 0 min/);
  await assertSound(at.booth);
});

test("on paper a day speaks the site's language", async () => {
  const at = await open("2026-11-20T10:00:00.000Z", "Europe/Berlin");
  const admin = await at.booth.signIn("admin");
  assert.equal((await admin.put("/api/site-config", { language: "de" })).status, 200);
  const { paid } = await takeFor(at, 60);
  await at.operator.post(`/api/events/${paid.seq}/void`, { reason: "refund" });
  at.booth.clock.set("2026-11-21T01:00:00.000Z");
  await closeDueDays(at.booth.booth);
  const [event] = await closesIn(at.operator);
  const { text } = (await at.operator.get("/api/reports/day?date=2026-11-20")).body;
  const lines = text.split("\n").map((line: string) => line.replace(/\s+/g, " "));
  for (const line of [
    "Tag 2026-11-20",
    "Z 1, signiert 2026-11-21 02:00",
    `Eintrag ${event?.seq}`,
    "VERSPÄTET um 2 h 0 min",
    "Umsatz 0,00 €",
    "Bar 1 0,00 €",
  ])
    assert.ok(lines.includes(line), `${line} in\n${text}`);
  assert.match(text, /^Stornos 1 +/m);
  assert.match(text, /^Ausgefahren, Zahlung storniert 1 +/m);
  assert.doesNotMatch(text, /Taken|Voided|Revenue|Entries|Day/);
  assert.ok(text.split("\n").every((line: string) => line.length <= 42));
});

test("days of 23 and 25 hours are closed when they have ended, and not an hour before", async () => {
  for (const [start, date, early, end, hours] of [
    ["2026-10-25T10:00:00.000Z", "2026-10-25", "2026-10-25T22:59:59.999Z", "2026-10-25T23:00:00.000Z", 25],
    ["2026-03-29T10:00:00.000Z", "2026-03-29", "2026-03-29T21:59:59.999Z", "2026-03-29T22:00:00.000Z", 23],
  ] as const) {
    const { booth, operator } = await open(start, "Europe/Berlin");
    booth.clock.set(early);
    assert.deepEqual(await closeDueDays(booth.booth), []);
    booth.clock.set(end);
    assert.equal((await closeDueDays(booth.booth)).length, 1);
    const [event] = await closesIn(operator);
    assert.deepEqual([event?.data.date, event?.data.to, event?.data.late], [date, end, false]);
    assert.equal((await operator.get(`/api/reports/day?date=${date}`)).body.lengthHours, hours);
  }
});

test("days on which the booth was down are made up for when it opens, oldest first, each saying that it is late", async () => {
  const { booth, operator } = await open("2026-10-23T10:00:00.000Z", "Europe/Berlin");
  booth.clock.set("2026-10-26T12:00:00.000Z");
  assert.equal((await operator.get("/api/events?kind=day_close")).body.items.length, 0);
  await booth.daemon.stop();
  const again = await startBooth({ dataDir: booth.dataDir, clock: booth.clock });
  const reader = await again.signIn("operator");
  await until(async () => (await closesIn(reader)).length === 3, "three closed days");
  const closes = await closesIn(reader);
  assert.deepEqual(spans(closes), [
    ["2026-10-23", "2026-10-22T22:00:00.000Z", "2026-10-23T22:00:00.000Z"],
    ["2026-10-24", "2026-10-23T22:00:00.000Z", "2026-10-24T22:00:00.000Z"],
    ["2026-10-25", "2026-10-24T22:00:00.000Z", "2026-10-25T23:00:00.000Z"],
  ]);
  assert.deepEqual(
    closes.map(({ data }) => [data.number, data.late, data.lateSeconds]),
    [
      [1, true, 62 * 3600],
      [2, true, 38 * 3600],
      [3, true, 13 * 3600],
    ],
  );
  await assertSound(again);
  await again.close();
  rmSync(booth.dataDir, { recursive: true, force: true });
});

test("two processes on one database, at once, sign a day once", async () => {
  const { booth, operator } = await open("2026-11-20T10:00:00.000Z", "UTC");
  const other = await openBeside(booth);
  booth.clock.set("2026-11-23T00:00:00.000Z");
  const signed = await Promise.all([
    closeDueDays(booth.booth),
    closeDueDays(other),
    closeDueDays(booth.booth),
    closeDueDays(other),
  ]);
  assert.equal(signed.flat().length, 3);
  assert.deepEqual(
    (await closesIn(operator)).map(({ data }) => [data.date, data.number]),
    [
      ["2026-11-20", 1],
      ["2026-11-21", 2],
      ["2026-11-22", 3],
    ],
  );
  await assertSound(booth);
  other.db.close();
});

test("a change of the site's zone loses no hour and counts none twice", async () => {
  const { booth, operator } = await open("2026-11-20T10:00:00.000Z", "Europe/Berlin");
  const admin = await booth.signIn("admin");
  const moveTo = async (timezone: string) =>
    assert.equal((await admin.put("/api/site-config", { timezone })).status, 200);
  booth.clock.set("2026-11-21T10:00:00.000Z");
  await closeDueDays(booth.booth);
  await moveTo("America/New_York");
  booth.clock.set("2026-11-22T10:00:00.000Z");
  await closeDueDays(booth.booth);
  await moveTo("Pacific/Kiritimati");
  booth.clock.set("2026-11-23T11:00:00.000Z");
  await closeDueDays(booth.booth);
  const closes = await closesIn(operator);
  assert.deepEqual(spans(closes), [
    ["2026-11-20", "2026-11-19T23:00:00.000Z", "2026-11-20T23:00:00.000Z"],
    ["2026-11-21", "2026-11-20T23:00:00.000Z", "2026-11-22T05:00:00.000Z"],
    ["2026-11-22", "2026-11-22T05:00:00.000Z", "2026-11-22T10:00:00.000Z"],
    ["2026-11-23", "2026-11-22T10:00:00.000Z", "2026-11-23T10:00:00.000Z"],
  ]);
  const days = (await operator.get("/api/reports/revenue?by=day&from=2026-11-20&to=2026-11-24")).body.rows;
  assert.deepEqual(
    days.map(({ key, from }: { key: string; from: string }) => [key, from]),
    [...spans(closes).map(([date, from]) => [date, from]), ["2026-11-24", "2026-11-23T10:00:00.000Z"]],
  );
});

test("the day of a zone that leaps over a date is followed by the next there is", async () => {
  const { booth, operator } = await open("2026-11-20T09:00:00.000Z", "Pacific/Honolulu");
  const admin = await booth.signIn("admin");
  booth.clock.set("2026-11-20T10:00:00.000Z");
  await closeDueDays(booth.booth);
  await admin.put("/api/site-config", { timezone: "Pacific/Kiritimati" });
  booth.clock.set("2026-11-21T10:00:00.000Z");
  await closeDueDays(booth.booth);
  assert.deepEqual(spans(await closesIn(operator)), [
    ["2026-11-19", "2026-11-19T10:00:00.000Z", "2026-11-20T10:00:00.000Z"],
    ["2026-11-21", "2026-11-20T10:00:00.000Z", "2026-11-21T10:00:00.000Z"],
  ]);
  assert.equal((await operator.get("/api/reports/day?date=2026-11-20")).status, 404);
});

test("a forged day is found: a figure changed, or a close in the read model that nobody signed", async () => {
  const { booth } = await open("2026-11-20T10:00:00.000Z", "UTC");
  booth.clock.set("2026-11-21T00:00:00.000Z");
  await closeDueDays(booth.booth);
  booth.booth.db.exec("UPDATE day_closes SET late = 1");
  assert.equal(compareReadModels(booth.booth.db, MIGRATIONS)?.column, "late");
  booth.booth.db.exec("UPDATE day_closes SET late = 0");
  booth.booth.db.exec(
    "INSERT INTO day_closes SELECT '2026-11-21', 9999, 2, timezone, to_at, to_at, to_at, 0, 0 FROM day_closes",
  );
  assert.match(compareReadModels(booth.booth.db, MIGRATIONS)?.message ?? "", /2026-11-21 is in no entry/);
});

test.run();
