import assert from "node:assert/strict";
import { rm } from "node:fs/promises";
import type { Page } from "playwright-core";
import { suite } from "uvu";
import { picturePath } from "../../daemon/services/session-rows.ts";
import type { Client, TestBooth } from "../helpers/booth.ts";
import { carAt, carInside, openShift, pay, quoteOf } from "../helpers/stay.ts";
import { until } from "../helpers/until.ts";
import { goAdmin, openAdmin } from "./helpers/admin.ts";
import { accessFaults } from "./helpers/audit.ts";
import { entriesOf } from "./helpers/ledger.ts";
import { faultsInLooks } from "./helpers/looks.ts";
import { button, closeBrowser, type Kiosk, startKioskBooth } from "./helpers/page.ts";

interface Context {
  booth: TestBooth;
  admin: Client;
  kiosk: Kiosk | null;
}
const test = suite<Context>("the ledger on the screen");

test.before.each(async (context) => {
  context.booth = await startKioskBooth();
  context.admin = await context.booth.signIn("admin");
  context.kiosk = null;
  await openShift(context.admin);
});
test.after.each(async ({ booth, kiosk }) => {
  await kiosk?.close();
  await booth.close();
});
test.after(closeBrowser);

/** A car that comes and pays in cash; the seq of its payment. */
async function paidStay({ booth, admin }: Context, plate = "KX482BD"): Promise<number> {
  const stay = await carInside(booth, admin, plate);
  booth.clock.advance(3_600_000);
  const paid = await pay(admin, await quoteOf(admin, stay.id));
  assert.equal(paid.status, 201, paid.text);
  return paid.body.seq;
}

async function show(context: Context, path: string, options: Parameters<typeof openAdmin>[2] = {}): Promise<Page> {
  context.kiosk = await openAdmin(context.booth, path, options);
  return context.kiosk.page;
}

const row = (page: Page, seq: number) => page.locator(`.ledger-row[href="#/admin/ledger/${seq}"]`);
const seqsShown = async (page: Page) =>
  (await page.locator(".ledger-seq").allTextContents()).map((text) => Number(text.replaceAll(",", "")));

test("the list says in words what happened, newest first, and is narrowed by kind, lane, person and day", async (context) => {
  const seq = await paidStay(context);
  const page = await show(context, "ledger");
  await row(page, seq).getByText("Receipt 1").waitFor();
  const text = (await row(page, seq).textContent()) ?? "";
  assert.match(text, /Payment · Cash · Receipt 1/);
  assert.match(text, /KX 482 BD/);
  const shown = await seqsShown(page);
  assert.deepEqual(
    shown,
    [...shown].sort((a, b) => b - a),
  );
  await page.getByLabel("Kind").selectOption("session_open");
  await until(async () => (await page.locator(".ledger-row").count()) === 1, "the one car that came in");
  await page.getByLabel("Lane").selectOption("exit-1");
  await page.getByText("No entry fits these filters.").waitFor();
  await button(page, "Show all entries").click();
  await page.getByLabel("Who").selectOption({ label: "Entry 1 · Camera" });
  await until(async () => (await seqsShown(page)).every((one) => one < seq), "what the camera did");
  await button(page, "Show all entries").click();
  await page.getByLabel("Day", { exact: true }).fill("2026-11-19");
  await page.getByText("No entry fits these filters.").waitFor();
  await page.getByLabel("Day", { exact: true }).fill("2026-11-20");
  await row(page, seq).waitFor();
  assert.deepEqual(context.kiosk?.complaints, []);
});

test("an opening by hand shows the picture taken then, or says that there is none", async (context) => {
  const { booth, admin } = context;
  const open = async (lane: string) => {
    const given = await admin.post(`/api/lanes/${lane}/intent`, { intent: "open", reason: "emergency" });
    assert.equal(given.status, 201, given.text);
    return entriesOf(booth, "barrier_intent").at(-1)?.seq ?? 0;
  };
  const seq = await open("exit-1");
  const path = `/api/lanes/exit-1/intent/${seq}/picture`;
  await until(async () => (await admin.get(path)).status === 200, "the picture to be kept");
  const page = await show(context, `ledger/${seq}`);
  const picture = page.getByRole("img", { name: "What stood at Exit 1" });
  await picture.waitFor();
  assert.ok((await picture.boundingBox())!.width > 100);
  assert.deepEqual(await faultsInLooks(page, "en"), []);
  await rm(picturePath(booth.booth.config.dataDir, `intent-${seq}`));
  await page.reload();
  await page.getByText("There is no picture: it was erased, or none was taken.").waitFor();
  assert.deepEqual(context.kiosk?.complaints, []);
});

test("a device that was tested before it was assigned shows what it answered", async (context) => {
  const { booth, admin } = context;
  const devices = { camera: { driver: "simulated", config: { scene: "van-day" } } };
  await admin.post("/api/setup/test", { lane: "exit-1", devices });
  await admin.post("/api/setup/assign", { lane: "exit-1", devices });
  const page = await show(context, `ledger/${entriesOf(booth, "device_assign").at(-1)?.seq}`);
  await page.getByRole("heading", { name: "Tested before: passed" }).waitFor();
  await page.getByText(/^The simulated camera took a picture of \d+ kB\.$/).waitFor();
});

test("a new entry waits at the top until it is asked for, and a void strikes through at once", async (context) => {
  const { booth, admin } = context;
  const seq = await paidStay(context);
  const page = await show(context, "ledger");
  await row(page, seq).waitFor();
  const before = await seqsShown(page);
  const top = await row(page, seq).boundingBox();
  const voided = await admin.post(`/api/events/${seq}/void`, { reason: "wrong_amount" });
  assert.equal(voided.status, 201, voided.text);
  await button(page, "Show 1 new entry").waitFor();
  await row(page, seq).getByText(`Voided by entry ${voided.body.seq}`).waitFor();
  assert.deepEqual(await seqsShown(page), before, "nothing moves by itself");
  assert.equal((await row(page, seq).boundingBox())?.y, top?.y);
  booth.clock.advance(60_000);
  await carAt(booth, "entry-1", "LM901TR");
  await button(page, /^Show \d new entries$/).click();
  await row(page, voided.body.seq).waitFor();
  assert.ok((await seqsShown(page)).length > before.length);
  assert.equal(await page.locator(".ledger-fresh").count(), 0);
});

test("one entry shows its proof, checked in the browser, and leads to its neighbours and its void", async (context) => {
  const { admin } = context;
  const seq = await paidStay(context);
  const voided = (await admin.post(`/api/events/${seq}/void`, { reason: "refund" })).body.seq as number;
  const page = await show(context, `ledger/${seq}`);
  for (const text of ["The hash fits the record.", "It is linked to the entry before it.", "The signature is genuine."])
    await page.getByText(text).waitFor();
  const json = await page.getByLabel("Entry as JSON").inputValue();
  assert.deepEqual(JSON.parse(json), (await admin.get(`/api/events/${seq}`)).body);
  assert.equal(await button(page, "Void this entry").count(), 0, "it is voided already");
  await page.getByRole("link", { name: `Voided by entry ${voided}` }).click();
  await page.getByRole("heading", { name: `Entry ${voided}` }).waitFor();
  await page.getByRole("link", { name: `Voids entry ${seq}` }).click();
  await page.getByRole("heading", { name: `Entry ${seq}` }).waitFor();
  await page.getByRole("link", { name: "Entry before" }).click();
  await page.getByRole("heading", { name: `Entry ${seq - 1}` }).waitFor();
  await goAdmin(context.kiosk as Kiosk, "ledger/1");
  await page.getByText("It is the first entry; nothing stands before it.").waitFor();
  await goAdmin(context.kiosk as Kiosk, "ledger/99999");
  await page.getByText("The ledger has no entry 99,999.").waitFor();
  assert.deepEqual(context.kiosk?.complaints, []);
});

test("an entry that was changed on its way, or whose key is another's, is not said to be genuine", async (context) => {
  const seq = await paidStay(context);
  const page = await show(context, "ledger");
  await page.route(`**/api/events?after=${seq - 2}*`, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: (await answer.text()).replaceAll('"amount":', '"amount":1') });
  });
  await goAdmin(context.kiosk as Kiosk, `ledger/${seq}`);
  await page.getByText("The hash does not fit the record.").waitFor();
  await page.getByText("The signature is genuine.").waitFor();
  await page.route("**/api/events/1", async (route) => {
    const answer = await route.fetch();
    const other = Buffer.alloc(32, 5).toString("base64url");
    const body = (await answer.text()).replace(/"publicKey":"[^"]+"/, `"publicKey":"${other}"`);
    await route.fulfill({ response: answer, body });
  });
  await page.unroute(`**/api/events?after=${seq - 2}*`);
  await goAdmin(context.kiosk as Kiosk, `ledger/${seq - 1}`);
  await page.getByText("The hash fits the record.").waitFor();
  await page.getByText("The signature is not genuine.").waitFor();
});

test("a browser without its cryptography says honestly that it did not check", async (context) => {
  const seq = await paidStay(context);
  const page = await show(context, "ledger");
  await page.evaluate("Object.defineProperty(crypto, 'subtle', { value: undefined })");
  await goAdmin(context.kiosk as Kiosk, `ledger/${seq}`);
  await page.getByText("The signature is not checked here.").waitFor();
  await page.getByText("A browser checks only over https. Verify the ledger instead.").waitFor();
});

test("verifying tells that the ledger is whole, or the first bad entry and what to do", async (context) => {
  const seq = await paidStay(context);
  const page = await show(context, "ledger");
  // The answer is held back until the page has shown how far the booth is: that comes by the live feed.
  let go = () => {};
  const shown = new Promise<void>((resolve) => {
    go = resolve;
  });
  await page.route("**/api/events/verify", async (route) => {
    const answer = await route.fetch();
    await shown;
    await route.fulfill({ response: answer });
  });
  await button(page, "Verify the ledger").click();
  await page.locator(".ledger-verdict", { hasText: /^(\d+) of \1 entries checked$/ }).waitFor();
  go();
  await page.getByText(/^Whole: entries 1 to \d+$/).waitFor();
  assert.match((await page.locator(".ledger-verdict").textContent()) ?? "", /Head [0-9a-f]{8}… · [\d.]+ s/);
  const { db } = context.booth.booth;
  db.exec("DROP TRIGGER events_are_final");
  db.prepare("UPDATE events SET data = replace(data, '\"cash\"', '\"card\"') WHERE seq = ?").run(seq);
  await button(page, "Verify the ledger").click();
  await page.getByText(`The ledger is not intact at entry ${seq}.`).waitFor();
  const told = (await page.locator(".failure").textContent()) ?? "";
  assert.ok(told.includes("The entry was changed after it was signed."), told);
  assert.ok(told.includes(`Entries 1 to ${seq - 1} are intact.`), told);
  assert.ok(told.includes(`boothctl ledger verify --from ${seq - 7} --json > report.json`), told);
  assert.deepEqual(await accessFaults(page), []);
  await goAdmin(context.kiosk as Kiosk, "");
  await page.locator(".hub-card", { hasText: `Not intact at entry ${seq}` }).waitFor();
});

test("a payment is voided with a reason, `other` needs a note, and a cash movement and a stay can be voided too", async (context) => {
  const { booth, admin } = context;
  const seq = await paidStay(context);
  const page = await show(context, `ledger/${seq}`);
  await button(page, "Void this entry").click();
  const commit = page.locator("footer .danger-fill");
  await commit.getByText("Choose a reason first").waitFor();
  await button(page, "Other…").click();
  await commit.getByText("Add a note.").waitFor();
  await page.getByLabel("Note").fill("paid twice");
  await commit.click();
  await page.getByRole("link", { name: /^Voided by entry/ }).waitFor();
  const [voided] = entriesOf(booth, "void");
  assert.deepEqual([voided?.data.voidedSeq, voided?.data.reason, voided?.data.note], [seq, "other", "paid twice"]);
  const shift = (await admin.get("/api/shifts/current")).body.id;
  await admin.post(`/api/shifts/${shift}/cash`, { type: "pay_in", amount: 5000, reason: "change" });
  await carAt(booth, "entry-1", "WRONG1");
  for (const event of [entriesOf(booth, "cash_movement")[0], entriesOf(booth, "session_open").at(-1)]) {
    assert.ok(event);
    await goAdmin(context.kiosk as Kiosk, `ledger/${event.seq}/void`);
    await page
      .getByText(event.kind === "cash_movement" ? "The drawer is corrected by:" : /^The stay counts as voided/)
      .waitFor();
    await button(page, "Test").click();
    await commit.click();
    await page.getByRole("link", { name: /^Voided by entry/ }).waitFor();
  }
  assert.deepEqual(context.kiosk?.complaints, []);
});

test("an entry that somebody else voids while one is about to is not voided again, and says so", async (context) => {
  const { admin } = context;
  const seq = await paidStay(context);
  const page = await show(context, `ledger/${seq}/void`);
  await page.getByText("Give back in cash").waitFor();
  await button(page, "Wrong amount").click();
  const voided = (await admin.post(`/api/events/${seq}/void`, { reason: "refund" })).body.seq as number;
  await page.getByRole("link", { name: `Voided by entry ${voided}` }).waitFor();
  assert.equal(await page.locator("footer .danger-fill").count(), 0);
  assert.equal(await page.getByText("Give back in cash").count(), 0);
  await button(page, "All entries").click();
  await row(page, voided).waitFor();
});

test("who may not void sees no button and gets no page, and who may not read gets no ledger", async (context) => {
  const seq = await paidStay(context);
  let page = await show(context, `ledger/${seq}/void`, { as: "readonly" });
  await page.getByText("The signature is genuine.").waitFor();
  assert.equal(await button(page, /Void/).count(), 0);
  await context.kiosk?.close();
  page = await show(context, "ledger", { as: "cashier" });
  await page.getByText("There is no such page, or your role may not see it.").waitFor();
});

for (const language of ["en", "de"] as const) {
  test(`nothing is cut off, covered or hard to reach, in ${language}`, async (context) => {
    const { admin } = context;
    const seq = await paidStay(context);
    await admin.post(`/api/events/${seq}/void`, { reason: "refund" });
    const other = await paidStay(context, "LM901TR");
    await admin.put("/api/auth/language", { language });
    const page = await show(context, "ledger");
    await row(page, other).waitFor();
    for (const path of ["ledger", `ledger/${seq}`, `ledger/${other}/void`]) {
      await goAdmin(context.kiosk as Kiosk, path);
      await page.locator(".ledger-row, .ledger-says").first().waitFor();
      assert.deepEqual(await faultsInLooks(page, language), [], path);
    }
    assert.deepEqual(context.kiosk?.complaints, []);
  });
}

test.run();
