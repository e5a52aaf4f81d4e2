import assert from "node:assert/strict";
import { suite } from "uvu";
import { PAPER_COLUMNS } from "../common/paper.ts";
import { isRightToLeft, LANGUAGES, type Language } from "../common/words.ts";
import { fillWords, printWords } from "../daemon/services/print-words.ts";
import { namesIn } from "./helpers/catalogues.ts";
import { openReportBooth, takeFor } from "./helpers/report-day.ts";

const test = suite("languages on paper");

/** What a customer, a cashier and a site manager get on paper, as text, in a language. */
async function papersIn(language: Language): Promise<{ receipt: string; page: string; z: string; day: string }> {
  const at = await openReportBooth("2026-11-20T10:00:00.000Z", "Europe/Madrid");
  const { booth, cashier, operator, shift } = at;
  try {
    const admin = await booth.signIn("admin");
    assert.equal((await admin.put("/api/site-config", { language })).status, 200);
    const { paid } = await takeFor(at, 150);
    const path = `/api/payments/${paid.id}/receipt`;
    await takeFor(at, 60, { method: "card", lane: "exit-1" });
    await cashier.post("/api/lanes/exit-1/intent", { intent: "open", reason: "emergency" });
    await cashier.post(`/api/shifts/${shift.id}/close`, { counted: { 5000: 2 } });
    return {
      receipt: (await cashier.get(path, { accept: "text/plain" })).text,
      page: (await cashier.get(path, { accept: "text/html" })).text,
      z: (await operator.get(`/api/shifts/${shift.id}/report`)).body.text,
      day: (await operator.get("/api/reports/day")).body.text,
    };
  } finally {
    await booth.close();
  }
}

/** How wide a text is on paper: marks on letters and marks of direction take no column. */
const columns = (line: string) => [...line.replace(/[\p{M}\p{Cf}]/gu, "")].length;

for (const language of LANGUAGES) {
  test(`receipt, Z and day are in the site's language and fit the paper (${language})`, async () => {
    const { receipt, page, z, day } = await papersIn(language);
    const word = printWords(language);
    for (const said of [word.receipt, word.ticket, word.plate, word.in, word.parking, word.given, word.change])
      assert.ok(receipt.includes(said), `${said} in ${receipt}`);
    assert.ok(z.includes(fillWords(word.report, { kind: "Z", number: "1" })), z);
    assert.ok(z.includes(word.handOpenings) && day.includes(word.insideAtEnd) && day.includes(word.revenue), day);
    for (const line of [receipt, z, day].join("").split("\n"))
      assert.ok(columns(line) <= PAPER_COLUMNS, `${columns(line)} columns: ${line}`);
    assert.doesNotMatch(receipt + z + day, /undefined|\{\w+\}|[٠-٩]/);
    assert.match(
      page,
      new RegExp(`^<!doctype html><html lang="${language}" dir="${isRightToLeft(language) ? "rtl" : "ltr"}">`),
    );
  });

  test(`every word of the paper is there, with what is filled in (${language})`, () => {
    const [measure, words] = [printWords("en"), printWords(language)];
    assert.deepEqual(Object.keys(words), Object.keys(measure));
    for (const [key, text] of Object.entries(words))
      assert.deepEqual(namesIn(text), namesIn(measure[key as keyof typeof measure]), `${key}: ${text}`);
  });
}

test("on Arabic paper dates, amounts and ticket numbers keep their direction", async () => {
  const { receipt } = await papersIn("ar");
  assert.match(receipt, /\u2066\d{4}-\d\d-\d\d \d\d:\d\d\u2069$/m);
  assert.match(receipt, /\u2066\d{5}-\w+\u2069$/m);
  assert.match(receipt, /\u2066€\d+\.\d\d\u2069$/m);
  assert.doesNotMatch(receipt, /[\u200e\u200f]/);
});

test.run();
