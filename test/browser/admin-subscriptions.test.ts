import assert from "node:assert/strict";
import { suite } from "uvu";
import type { Subscription } from "../../common/api/subscriptions.ts";
import type { Client, TestBooth } from "../helpers/booth.ts";
import { carAt } from "../helpers/stay.ts";
import { eventsOf, subscribe } from "../helpers/subscriptions.ts";
import { goAdmin, openAdmin } from "./helpers/admin.ts";
import { accessFaults, adminFaults, settled } from "./helpers/audit.ts";
import { button, closeBrowser, type Kiosk, SIZES, startKioskBooth } from "./helpers/page.ts";

const test = suite("subscriptions of the site manager", {} as { booth: TestBooth; client: Client });

test.before.each(async (context) => {
  context.booth = await startKioskBooth();
  context.client = await context.booth.signIn("operator");
});
test.after.each(({ booth }) => booth.close());
test.after(closeBrowser);

async function withKiosk(booth: TestBooth, path: string, work: (kiosk: Kiosk) => Promise<void>, as = "operator") {
  const kiosk = await openAdmin(booth, path, { as });
  try {
    await work(kiosk);
    assert.deepEqual(kiosk.complaints, []);
  } finally {
    await kiosk.close();
  }
}

const stored = async (client: Client): Promise<Subscription[]> => (await client.get("/api/subscriptions")).body.items;
const read = async (client: Client, { id }: Subscription) =>
  (await client.get(`/api/subscriptions/${id}`)).body as Subscription;
const save = (kiosk: Kiosk) => kiosk.page.locator("footer [data-primary]").click();
const heading = (kiosk: Kiosk, text: string) => kiosk.page.locator("h1", { hasText: text }).waitFor();

test("a subscription is created with plates, a card, lanes and hours, and is found again", async ({
  booth,
  client,
}) => {
  await withKiosk(booth, "subscriptions/new", async (kiosk) => {
    const { page } = kiosk;
    await page.getByLabel("Holder").fill("Harbour Bakery");
    await page.getByLabel("Plate", { exact: true }).fill("kx 482-bd");
    await page.keyboard.press("Enter");
    await kiosk.tap("Plate keys");
    for (const key of ["L", "M", "9"]) await page.locator(".plate-pad .key", { hasText: key }).click();
    await kiosk.tap("Add plate");
    await page.getByLabel("Number of a card or tag").fill("card 7");
    await kiosk.tap("Add card");
    await page.getByLabel("Last day").fill("2026-12-31");
    await kiosk.tap("One more: Cars inside at once");
    await kiosk.tap("Soft: record it");
    await kiosk.tap("Only these lanes");
    await page.getByText("Entry 1").click();
    await kiosk.tap("Only at these times");
    await page.getByLabel("From").fill("5.30");
    await page.getByLabel("Until").fill("1930");
    await save(kiosk);
    await heading(kiosk, "Harbour Bakery");
    const [one] = await stored(client);
    assert.deepEqual(
      { ...one, id: "" },
      {
        id: "",
        holder: "Harbour Bakery",
        plates: ["KX482BD", "LM9"],
        credentials: ["CARD7"],
        validFrom: "2026-11-20T00:00:00.000Z",
        validTo: "2027-01-01T00:00:00.000Z",
        lanes: ["entry-1"],
        hours: [{ days: ["mon", "tue", "wed", "thu", "fri"], from: "05:30", to: "19:30" }],
        carsInside: 2,
        status: "active",
        antiPassback: "soft",
      },
    );
    await goAdmin(kiosk, "subscriptions");
    await page.getByLabel("Holder, plate or card").fill("kx 482");
    await page.locator(".data-table a", { hasText: "Harbour Bakery" }).waitFor();
    await page.getByLabel("Holder, plate or card").fill("nobody");
    await page.getByText("No subscription fits.").waitFor();
  });
});

test("a plate that is somebody else's is refused at its field, and what was typed stays", async ({ booth, client }) => {
  await subscribe(client);
  await withKiosk(booth, "subscriptions/new", async (kiosk) => {
    const { page } = kiosk;
    assert.equal(await page.locator("footer .hint").textContent(), "Name the holder");
    await page.getByLabel("Holder").fill("Ben");
    await page.getByLabel("Plate", { exact: true }).fill("KX482BD");
    await page.keyboard.press("Enter");
    await page.getByLabel("Last day").fill("2026-12-31");
    await save(kiosk);
    await page.locator(".names .field-error", { hasText: "Anna Vogel" }).waitFor();
    assert.equal(await page.getByLabel("Holder").inputValue(), "Ben");
    assert.equal((await stored(client)).length, 1);
  });
});

test("a plate or card that is typed but not added is saved too, and a pasted list becomes its plates", async ({
  booth,
  client,
}) => {
  const one = await subscribe(client, { plates: ["OLD1"] });
  await withKiosk(booth, `subscriptions/${one.id}`, async (kiosk) => {
    const { page } = kiosk;
    const plate = page.getByLabel("Plate", { exact: true });
    await plate.fill("kx 482-bd; LM 901 TR | rx482pd");
    await page.getByLabel("Number of a card or tag").fill("card 7");
    await save(kiosk);
    await page.getByText("Saved.").waitFor();
    await page.locator(".names .chips", { hasText: "CARD7" }).waitFor();
    const { plates, credentials } = await read(client, one);
    assert.deepEqual([plates, credentials], [["OLD1", "KX482BD", "LM901TR", "RX482PD"], ["CARD7"]]);
    await plate.focus();
    await page.evaluate(`
      const clipboardData = new DataTransfer();
      clipboardData.setData("text", "A 1\\nB 2\\n");
      document.activeElement.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    `);
    assert.equal(await plate.inputValue(), "A 1, B 2");
    await plate.fill("A1, KX482BDLM901TRRX482PD");
    await page.locator(".names .field-error", { hasText: "“KX482BDLM901TRRX482PD” is no plate." }).waitFor();
    assert.equal(await page.locator("footer [data-primary]").getAttribute("aria-disabled"), "true");
    await kiosk.tap("Discard changes");
    assert.equal(await plate.inputValue(), "");
    assert.deepEqual((await read(client, one)).plates, plates);
  });
});

test("what somebody else saved meanwhile is shown, and both changes can be kept", async ({ booth, client }) => {
  const one = await subscribe(client);
  await withKiosk(booth, `subscriptions/${one.id}`, async (kiosk) => {
    const { page } = kiosk;
    await kiosk.tap("One more: Cars inside at once");
    assert.equal(await button(page, "Block subscription").getAttribute("aria-disabled"), "true");
    await client.put(`/api/subscriptions/${one.id}`, { holder: "Anna Vogel-Roth" });
    await save(kiosk);
    await page.getByText("Somebody else saved this meanwhile.").waitFor();
    assert.equal((await read(client, one)).carsInside, 1);
    await kiosk.tap("Keep mine");
    await heading(kiosk, "Anna Vogel-Roth");
    await save(kiosk);
    await page.getByText("Saved.").waitFor();
    const { holder, carsInside } = await read(client, one);
    assert.deepEqual([holder, carsInside], ["Anna Vogel-Roth", 2]);
  });
});

test("one that ends soon is extended from the list, and an extension is taken back on its page", async ({
  booth,
  client,
}) => {
  const one = await subscribe(client);
  await subscribe(client, { holder: "Ben", plates: ["B1"], validTo: "2027-11-30" });
  await withKiosk(booth, "subscriptions", async (kiosk) => {
    const { page } = kiosk;
    await page.locator(".data-table a").nth(1).waitFor();
    await goAdmin(kiosk, "");
    await page.locator(".hub-card", { hasText: "1 ends within 30 days" }).waitFor();
    await goAdmin(kiosk, "subscriptions");
    await kiosk.tap("Ending soon");
    await page.locator(".data-table td .button").waitFor();
    assert.equal(await page.locator(".data-table tbody tr").count(), 1);
    await kiosk.tap(/^Move the last day of Anna Vogel/);
    await page.getByText("Anna Vogel: valid until 31 Dec 2026.").waitFor();
    assert.equal((await read(client, one)).validTo, "2027-01-01T00:00:00.000Z");
    await goAdmin(kiosk, `subscriptions/${one.id}`);
    await kiosk.tap(/−1 month/);
    await page.locator(".subscription-state strong", { hasText: "30 Nov 2026" }).waitFor();
    assert.equal((await read(client, one)).validTo, one.validTo);
  });
});

test("an end that somebody else moved is not moved again", async ({ booth, client }) => {
  const one = await subscribe(client);
  await withKiosk(booth, `subscriptions/${one.id}`, async (kiosk) => {
    await client.post(`/api/subscriptions/${one.id}/extend`, { months: 1 });
    await kiosk.tap(/\+3 months/);
    await kiosk.page.locator(".toast.error").waitFor();
    assert.equal((await read(client, one)).validTo, "2027-01-01T00:00:00.000Z");
    await kiosk.page.locator(".subscription-state strong", { hasText: "31 Dec 2026" }).waitFor();
    await kiosk.tap(/\+3 months/);
    await kiosk.page.locator(".subscription-state strong", { hasText: "31 Mar 2027" }).waitFor();
    assert.equal(await kiosk.page.locator(".toast.error").count(), 0, "it is done since");
    await client.post(`/api/subscriptions/${one.id}/extend`, { months: 1 });
    await kiosk.tap(/\+3 months/);
    await kiosk.page.locator(".toast.error").waitFor();
    await goAdmin(kiosk, "subscriptions");
    assert.equal(await kiosk.page.locator(".toast.error").count(), 0, "the page is left");
  });
});

test("one is blocked with a reason, freed, neutral again and cancelled, each after one question", async ({
  booth,
  client,
}) => {
  const one = await subscribe(client, { antiPassback: "hard" });
  await carAt(booth, "entry-1", "KX482BD");
  await withKiosk(booth, `subscriptions/${one.id}`, async (kiosk) => {
    const { page } = kiosk;
    await page.locator(".inside-cars", { hasText: "KX 482 BD" }).waitFor();
    await kiosk.tap("Block subscription");
    assert.equal(await page.locator(".ask [data-primary]").getAttribute("aria-disabled"), "true");
    await page.keyboard.type("Unpaid since June");
    await page.keyboard.press("Enter");
    await page.getByText("Blocked: Unpaid since June").waitFor();
    assert.equal((await read(client, one)).blockedReason, "Unpaid since June");
    await kiosk.tap("Lift the block");
    await page.locator(".subscription-state .pill", { hasText: "Ends soon" }).waitFor();
    await kiosk.tap("Reset anti-passback");
    await page.keyboard.type("towed in");
    await save(kiosk);
    await page.getByText("1 plate or card is neutral again.").waitFor();
    assert.equal(eventsOf<{ note: string }>(booth, "anti_passback_reset")[0]?.note, "towed in");
    await kiosk.tap("Cancel subscription");
    await kiosk.tap("Keep");
    assert.equal((await read(client, one)).status, "active");
    await kiosk.tap("Cancel subscription");
    await save(kiosk);
    await button(page, "Reopen subscription").waitFor();
    assert.equal((await read(client, one)).status, "cancelled");
  });
});

test("who may only read sees the agreement and no button; who may not even that gets no page", async ({
  booth,
  client,
}) => {
  const one = await subscribe(client, { hours: [{ days: ["mon"], from: "08:00", to: "12:00" }] });
  const inReach = async (kiosk: Kiosk) => ({
    buttons: await kiosk.page.locator(".admin-page .button").allTextContents(),
    title: await kiosk.page.locator(".admin-page h1").textContent(),
  });
  await withKiosk(
    booth,
    `subscriptions/${one.id}`,
    async (kiosk) => {
      await kiosk.page.locator(".facts", { hasText: "Mon, 08:00 – 12:00" }).waitFor();
      assert.deepEqual(await inReach(kiosk), { buttons: [], title: "Anna Vogel" });
      await goAdmin(kiosk, "subscriptions/new");
      await kiosk.page.getByText("There is no such page").waitFor();
      assert.deepEqual((await inReach(kiosk)).buttons, []);
    },
    "readonly",
  );
  const admin = await booth.signIn("admin");
  await admin.post("/api/roles", { id: "gate", name: "Gate", permissions: ["session:read"] });
  const person = { displayName: "Gate", roleId: "gate", language: "en", password: "gate-pass" };
  await admin.post("/api/users", { username: "gate", ...person });
  await withKiosk(
    booth,
    "subscriptions",
    async (kiosk) => {
      assert.deepEqual(await inReach(kiosk), { buttons: [], title: "Manage" });
    },
    "gate",
  );
});

test("every page has room in both sizes, and axe finds nothing in light and dark", async ({ booth, client }) => {
  const hours = [{ days: ["mon", "tue", "wed", "thu", "fri"], from: "22:00", to: "06:00" }];
  const one = await subscribe(client, { plates: ["KX482BD", "LM901TR"], credentials: ["CARD-7"], hours });
  await subscribe(client, { holder: "Ben", plates: ["B1"], status: "blocked", blockedReason: "unpaid" });
  await withKiosk(booth, "subscriptions", async (kiosk) => {
    const { page } = kiosk;
    const faults: string[] = [];
    const pages: Record<string, () => Promise<unknown>> = {
      subscriptions: () => page.locator(".data-table a").nth(1).waitFor(),
      "subscriptions/new": () => kiosk.tap("Plate keys"),
      [`subscriptions/${one.id}`]: () => kiosk.tap("Block subscription"),
      "subscriptions/import": async () => {
        await page.locator("textarea").fill("holder,validFrom,validTo\nAda,2026-01-01,2026-12-31\n");
        await save(kiosk);
        await page.locator(".data-table").waitFor();
      },
    };
    for (const [path, prepare] of Object.entries(pages)) {
      await goAdmin(kiosk, path);
      await prepare();
      for (const size of SIZES.slice(0, 2)) {
        await page.setViewportSize(size);
        for (const end of [0, 99_999]) {
          await page.locator(".admin-body").evaluate((body, top) => body.scrollTo(0, top), end);
          await settled(page);
          faults.push(...(await adminFaults(page)).map((fault) => `${path} ${size.width}: ${fault}`));
        }
      }
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        faults.push(...(await accessFaults(page)).map((fault) => `${path} ${colorScheme}: ${fault}`));
      }
    }
    assert.equal(faults.join("\n"), "");
  });
});

test.run();
