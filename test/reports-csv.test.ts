import assert from "node:assert/strict";
import { suite } from "uvu";
import { LANGUAGES } from "../common/words.ts";
import { csvOf } from "../daemon/http/report-answer.ts";
import { closeDueDays } from "../daemon/services/day-close.ts";
import { openReportBooth, type ReportBooth, takeFor } from "./helpers/report-day.ts";

const test = suite<{ at: ReportBooth }>("reports as csv");

test.before.each(async (context) => {
  context.at = await openReportBooth("2026-11-20T10:00:00.000Z", "UTC");
});
test.after.each(async ({ at }) => {
  await at.booth.close();
});

test("each report is CSV by `format` and by `Accept`, with a header and a name", async ({ at }) => {
  await takeFor(at, 60);
  for (const [report, header] of [
    ["revenue?by=lane&", "lane,name,payments,taken,voids,voided,amount,tax,currency"],
    ["occupancy?by=day&", "day,name,entries,exits,inside,peak,averageStaySeconds,capacity"],
    ["exceptions?", "seq,kind,at,lane,actor,actorName,amount,currency,reason,note,subjectSeq,sessionId,shiftId"],
    ["day?", "section,name,count,amount,tax,currency"],
  ] as const) {
    const asked = await at.operator.get(`/api/reports/${report}format=csv`);
    const accepted = await at.operator.get(`/api/reports/${report}`, { accept: "text/csv" });
    assert.equal(asked.status, 200, asked.text);
    assert.match(asked.headers.get("content-type") ?? "", /^text\/csv/);
    assert.match(asked.headers.get("content-disposition") ?? "", /^attachment; filename="[a-z0-9-]+\.csv"$/);
    assert.equal(asked.text.split("\r\n")[0], header);
    assert.equal(accepted.text, asked.text);
    const json = await at.operator.get(`/api/reports/${report}`, { accept: "*/*" });
    assert.match(json.headers.get("content-type") ?? "", /json/);
  }
});

test("the money of a CSV is the money of the JSON", async ({ at }) => {
  const { paid } = await takeFor(at, 60);
  const { text } = await at.operator.get("/api/reports/revenue?by=lane&format=csv");
  const cells = `1,${paid.amount},0,0,${paid.amount},${paid.tax},EUR`;
  assert.deepEqual(text.trim().split("\r\n").slice(1), [`exit-1,Exit 1,${cells}`, `total,Total,${cells}`]);
});

test("a name or a note that looks like a formula is neutralised", async ({ at }) => {
  const admin = await at.booth.signIn("admin");
  const cashier = (await admin.get("/api/users")).body.items.find(
    (user: { id: string; username: string }) => user.username === "cashier",
  );
  await admin.put(`/api/users/${cashier.id}`, { displayName: '=HYPERLINK("http://x","y")' });
  const { paid } = await takeFor(at, 60);
  await at.operator.post(`/api/events/${paid.seq}/void`, { reason: "other", note: "-2+3+cmd|' /C calc'!A0" });
  const people = await at.operator.get("/api/reports/revenue?by=person&format=csv");
  assert.ok(people.text.includes(`"'=HYPERLINK(""http://x"",""y"")"`), people.text);
  const exceptions = await at.operator.get("/api/reports/exceptions?format=csv");
  assert.ok(exceptions.text.includes(",'-2+3+cmd|' /C calc'!A0,"), exceptions.text);
  for (const { text } of [people, exceptions]) assert.equal(/(^|,|\n)"?[=+@\t\r](?!\n)/.test(text), false, text);
});

test("each character that begins a formula gets a leading apostrophe; numbers stay numbers", () => {
  const texts = ["=1", "+1", "-1", "@a", "\ta", "\ra"];
  const lines = csvOf({
    columns: [{ id: "a" }, { id: "b" }],
    rows: texts.map((text) => [text, -650]),
    currency: "EUR",
  });
  const cells = lines.split("\r\n").slice(1, -1);
  assert.equal(cells.length, texts.length);
  for (const [index, text] of texts.entries()) {
    assert.equal(cells[index]?.replaceAll('"', ""), `'${text},-650`);
  }
});

test("a report is a page to print, with what people typed escaped", async ({ at }) => {
  const { paid } = await takeFor(at, 60);
  await at.operator.post(`/api/events/${paid.seq}/void`, { reason: "other", note: "<script>alert(1)</script>" });
  const page = await at.operator.get("/api/reports/exceptions?format=html");
  assert.match(page.headers.get("content-type") ?? "", /^text\/html/);
  assert.ok(page.text.includes("<td>&lt;script&gt;alert(1)&lt;/script&gt;</td>"), page.text);
  assert.equal(page.text.includes("<script"), false);
});

test("in a language a file has words for people, and the same numbers", async ({ at }) => {
  const { paid } = await takeFor(at, 60);
  await at.operator.post(`/api/events/${paid.seq}/void`, { reason: "wrong_amount" });
  const plain = await at.operator.get("/api/reports/revenue?by=method&format=csv");
  const german = await at.operator.get("/api/reports/revenue?by=method&format=csv&language=de");
  const lines = german.text.split("\r\n");
  assert.match(lines[0] ?? "", /Zahlungsart,Name,Zahlungen,Eingenommen \(0\.01 EUR\),Stornos/);
  assert.deepEqual(lines[1], `cash,Bar,${plain.text.split("\r\n")[1]?.split(",").slice(2).join(",")}`);
  assert.ok(lines[2]?.startsWith("total,Summe,1,"), german.text);
  const bytes = Buffer.from(await (await fetchAs(at, "/api/reports/exceptions?format=csv&language=de")).arrayBuffer());
  assert.deepEqual([...bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf], "a spreadsheet reads the letters");
  assert.match(bytes.toString(), /Storno,.*Falscher Betrag/);
  const unknown = await at.operator.get("/api/reports/day?language=xx");
  assert.deepEqual([unknown.status, unknown.body.details[0].path], [400, "language"]);
});

const fetchAs = ({ booth, operator }: ReportBooth, path: string) =>
  fetch(booth.url + path, { headers: { cookie: [...operator.cookies].map((pair) => pair.join("=")).join("; ") } });

test("a page to print is in the reader's language, with money and times as people write them", async ({ at }) => {
  const { paid } = await takeFor(at, 60);
  await at.operator.put("/api/auth/language", { language: "de" });
  const page = await at.operator.get("/api/reports/revenue?by=hour&format=html");
  assert.match(page.text, /<html lang="de" dir="ltr">/);
  assert.match(page.text, /<h1>Umsatz nach Stunde, 2026-11-20<\/h1>/);
  assert.match(page.text, /<td>2026-11-20 11:00<\/td>/);
  assert.ok(page.text.includes(`<td align="right">${(paid.amount / 100).toFixed(2).replace(".", ",")}\u00a0€</td>`));
  const asked = await at.operator.get("/api/reports/day?format=html&language=en");
  assert.match(asked.text, /Day report, 2026-11-20\. Not closed: figures so far/);
});

test("each report can be printed in each language", async ({ at }) => {
  await takeFor(at, 60);
  for (const language of LANGUAGES)
    for (const path of ["revenue", "occupancy", "exceptions", "day"]) {
      const page = await at.operator.get(`/api/reports/${path}?format=html&language=${language}`);
      assert.equal(page.status, 200, `${path} ${language}: ${page.text}`);
      assert.ok(page.text.includes(`<html lang="${language}"`), path);
    }
});

test("a day on paper says when it was signed and how late, in times of the site", async () => {
  const at = await openReportBooth("2026-11-19T10:00:00.000Z", "Europe/Berlin");
  try {
    await takeFor(at, 60);
    at.booth.clock.set("2026-11-20T02:04:00.000Z");
    await closeDueDays(at.booth.booth);
    const { text } = await at.operator.get("/api/reports/day?date=2026-11-19&format=html");
    assert.match(text, /<h1>Day report, 2026-11-19\. Z 1, entry \d+, signed late by 3 h 4 min<\/h1>/);
    assert.match(text, /<td>Signed<\/td><td>2026-11-20 03:04<\/td>/);
    assert.match(text, /<td>Tax rate<\/td><td>21 %<\/td>/);
  } finally {
    await at.booth.close();
  }
});

test("the hour that comes twice has two names on paper", async () => {
  const night = await openReportBooth("2026-10-24T23:10:00.000Z", "Europe/Berlin");
  try {
    const page = await night.operator.get("/api/reports/revenue?by=hour&from=2026-10-25&to=2026-10-25&format=html");
    const hours = [...page.text.matchAll(/<td>2026-10-25 (0[123]:[^<]*)</g)].map(([, hour]) => hour);
    assert.deepEqual(hours, ["01:00", "02:00+02:00", "02:00+01:00", "03:00"]);
  } finally {
    await night.booth.close();
  }
});

test.run();
