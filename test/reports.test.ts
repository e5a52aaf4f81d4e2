import assert from "node:assert/strict";
import { suite } from "uvu";
import type { OccupancyRow, RevenueRow } from "../common/api/reports.ts";
import type { Client } from "./helpers/booth.ts";
import { openReportBooth, type ReportBooth, takeFor } from "./helpers/report-day.ts";
import { carInside } from "./helpers/stay.ts";

const test = suite<{ open(at: string, timezone: string): Promise<ReportBooth> }>("reports");

test.before.each((context) => {
  context.open = async (at, timezone) => {
    const opened = await openReportBooth(at, timezone);
    closers.push(() => opened.booth.close());
    return opened;
  };
});
const closers: (() => Promise<void>)[] = [];
test.after.each(async () => {
  for (const close of closers.splice(0)) await close();
});

async function rowsOf<T = RevenueRow>(client: Client, report: string): Promise<T[]> {
  const answer = await client.get(`/api/reports/${report}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.body.rows;
}

test("revenue by hour has all hours of today, and its money in the hour it was taken", async ({ open }) => {
  const at = await open("2026-11-20T12:10:00.000Z", "UTC");
  const { paid } = await takeFor(at, 65);
  const answer = await at.operator.get("/api/reports/revenue");
  const { rows, total, currency } = answer.body;
  assert.equal(rows.length, 24);
  const taken = rows.filter((row: RevenueRow) => row.payments > 0);
  assert.deepEqual(
    taken.map(({ key, payments, taken, amount, tax }: RevenueRow) => ({ key, payments, taken, amount, tax })),
    [{ key: "2026-11-20T13:00:00.000Z", payments: 1, taken: paid.amount, amount: paid.amount, tax: paid.tax }],
  );
  assert.deepEqual([total.amount, currency], [paid.amount, "EUR"]);
});

test("revenue by lane, method, tariff and person adds up to the same, and a void takes back where it was taken", async ({
  open,
}) => {
  const at = await open("2026-11-20T08:00:00.000Z", "Europe/Berlin");
  const cash = (await takeFor(at, 60)).paid;
  const card = (await takeFor(at, 120, { method: "card" })).paid;
  await at.operator.post(`/api/events/${card.seq}/void`, { reason: "refund" });
  const short = (row: RevenueRow) => [row.key, row.payments, row.voids, row.amount];
  assert.deepEqual((await rowsOf(at.operator, "revenue?by=lane")).map(short), [
    ["exit-1", 1, 0, cash.amount],
    ["", 1, 1, 0],
  ]);
  assert.deepEqual((await rowsOf(at.operator, "revenue?by=method")).map(short), [
    ["cash", 1, 0, cash.amount],
    ["card", 1, 1, 0],
  ]);
  const [tariff] = await rowsOf(at.operator, "revenue?by=tariff");
  assert.deepEqual([tariff?.payments, tariff?.voids, tariff?.amount, tariff?.tax], [2, 1, cash.amount, cash.tax]);
  assert.match(tariff?.name ?? "", / v1$/);
  const people = await rowsOf(at.operator, "revenue?by=person");
  assert.deepEqual(
    people.map(({ name, amount }) => [name, amount]),
    [["cashier", cash.amount]],
  );
});

test("a night of 25 hours has 25 rows, and the hour that comes twice has its own money each time", async ({ open }) => {
  const at = await open("2026-10-24T23:10:00.000Z", "Europe/Berlin");
  const first = (await takeFor(at, 65)).paid;
  const second = (await takeFor(at, 62)).paid;
  const rows = await rowsOf(at.operator, "revenue?by=hour&from=2026-10-25&to=2026-10-25");
  assert.equal(rows.length, 25);
  const money = rows.filter((row) => row.payments > 0).map(({ name, amount }) => [name, amount]);
  assert.deepEqual(money, [
    ["2026-10-25T02:00+02:00", first.amount],
    ["2026-10-25T02:00+01:00", second.amount],
  ]);
  const days = await rowsOf(at.operator, "revenue?by=day&from=2026-10-25&to=2026-10-25");
  assert.deepEqual(
    days.map(({ key, from, to, amount }) => [key, from, to, amount]),
    [["2026-10-25", "2026-10-24T22:00:00.000Z", "2026-10-25T23:00:00.000Z", first.amount + second.amount]],
  );
});

test("a day of 23 hours has 23 rows and skips the hour that was not", async ({ open }) => {
  const at = await open("2026-03-28T23:30:00.000Z", "Europe/Berlin");
  const { paid } = await takeFor(at, 100);
  const rows = await rowsOf(at.operator, "revenue?by=hour");
  assert.equal(rows.length, 23);
  assert.equal(rows[2]?.name, "2026-03-29T03:00+02:00");
  assert.deepEqual(
    rows.filter((row) => row.payments > 0).map(({ name }) => name),
    ["2026-03-29T03:00+02:00"],
  );
  assert.equal((await rowsOf(at.operator, "revenue?by=day"))[0]?.amount, paid.amount);
});

test("a zone half an hour off has its days and hours where its clocks have them", async ({ open }) => {
  const at = await open("2026-11-20T17:20:00.000Z", "Asia/Kolkata");
  const before = (await takeFor(at, 65)).paid;
  const after = (await takeFor(at, 61)).paid;
  const days = await rowsOf(at.operator, "revenue?by=day&from=2026-11-20&to=2026-11-21");
  assert.deepEqual(
    days.map(({ key, from, amount }) => [key, from, amount]),
    [
      ["2026-11-20", "2026-11-19T18:30:00.000Z", before.amount],
      ["2026-11-21", "2026-11-20T18:30:00.000Z", after.amount],
    ],
  );
  const hours = await rowsOf(at.operator, "revenue?by=hour");
  assert.equal(hours.length, 24);
  assert.equal(hours.find((row) => row.payments > 0)?.name, "2026-11-21T00:00+05:30");
});

test("the occupancy curve tells entries, exits, cars inside, the peak and how long they stayed", async ({ open }) => {
  const at = await open("2026-11-20T10:05:00.000Z", "UTC");
  const stay = await carInside(at.booth, at.cashier, "FIRST1");
  at.booth.clock.advance(30_000);
  await carInside(at.booth, at.cashier, "SECOND2");
  at.booth.clock.advance(2 * 3_600_000);
  const closed = await at.operator.post(`/api/sessions/${stay.id}/close`, { reason: "staff" });
  assert.equal(closed.status, 200, closed.text);
  const rows = await rowsOf<OccupancyRow>(at.operator, "occupancy?by=hour");
  const short = ({ entries, exits, inside, peak, averageStaySeconds }: OccupancyRow) => [
    entries,
    exits,
    inside,
    peak,
    averageStaySeconds,
  ];
  assert.deepEqual(rows.slice(9, 14).map(short), [
    [0, 0, 0, 0, null],
    [2, 0, 2, 2, null],
    [0, 0, 2, 2, null],
    [0, 1, 1, 2, 7230],
    [0, 0, 1, 1, null],
  ]);
  const day = (await at.operator.get("/api/reports/occupancy?by=day")).body;
  assert.deepEqual(day.total, { entries: 2, exits: 1, peak: 2, averageStaySeconds: 7230 });
  assert.equal((await rowsOf<OccupancyRow>(at.operator, "occupancy?by=quarter"))[40]?.entries, 2);
});

test("a day's report without a date is the site's today, and says that it is not closed", async ({ open }) => {
  const at = await open("2026-11-20T22:30:00.000Z", "Asia/Tokyo");
  const { paid } = await takeFor(at, 60);
  const day = (await at.operator.get("/api/reports/day")).body;
  assert.deepEqual([day.date, day.closed, day.lengthHours], ["2026-11-21", null, 24]);
  assert.deepEqual([day.sums.amount, day.entries, day.exits, day.inside], [paid.amount, 1, 1, 0]);
  assert.deepEqual(day.atEnd, { perpetual: paid.amount, absolute: paid.amount });
  assert.deepEqual(
    day.byTax.map(({ rate, tax }: { rate: string; tax: number }) => [rate, tax]),
    [["0.21", paid.tax]],
  );
  assert.match(day.text, /Not closed/);
  assert.equal((await at.operator.get("/api/reports/day?date=2026-11-22")).body.error, "invalid_input");
});

test("reports need report:read, and what they are asked must make sense", async ({ open }) => {
  const at = await open("2026-11-20T12:00:00.000Z", "UTC");
  for (const report of ["revenue", "occupancy", "exceptions", "day"]) {
    assert.equal((await at.booth.anonymous.get(`/api/reports/${report}`)).status, 401, report);
    assert.equal((await at.cashier.get(`/api/reports/${report}`)).status, 403, report);
    assert.equal((await at.operator.get(`/api/reports/${report}`)).status, 200, report);
    assert.equal((await at.operator.get(`/api/reports/${report}?surprise=1`)).status, 400, report);
  }
  for (const query of [
    "by=colour",
    "from=yesterday",
    "from=2026-02-30",
    "from=2026-11-20&to=2026-11-19",
    "from=0001-01-01T00:00:00Z",
    "from=2998-01-01T00:00:00Z&to=2999-12-31T00:00:00Z&by=hour",
    "from=2020-01-01&by=hour",
  ]) {
    const answer = await at.operator.get(`/api/reports/revenue?${query}`);
    assert.deepEqual([answer.status, answer.body.error], [400, "invalid_input"], query);
  }
});

test.run();
