import assert from "node:assert/strict";
import { suite } from "uvu";
import type { Language } from "../../common/words.ts";
import type { TestBooth } from "../helpers/booth.ts";
import { carAt } from "../helpers/stay.ts";
import { until } from "../helpers/until.ts";
import { openAdmin } from "./helpers/admin.ts";
import { accessFaults, adminFaults, layoutFaults, settled } from "./helpers/audit.ts";
import { entriesOf } from "./helpers/ledger.ts";
import {
  beginShift,
  button,
  closeBrowser,
  type Kiosk,
  openKiosk,
  SIZES,
  type Size,
  scan,
  signIn,
} from "./helpers/page.ts";
import { startStory } from "./helpers/scenes.ts";

const test = suite<{ booth: TestBooth }>("validate");

const PHONE = { width: 360, height: 640 } as unknown as Size;

test.before.each(async (context) => {
  context.booth = await startStory();
  const admin = await context.booth.signIn("admin");
  assert.equal((await admin.put("/api/site-config", { timezone: "Europe/Madrid" })).status, 200);
  const permissions = ["session:read", "session:update"];
  assert.equal((await admin.post("/api/roles", { id: "bar", name: "Bar", permissions })).status, 201);
  const person = { username: "bar", displayName: "Café Central", roleId: "bar", language: "en", password: "bar-pass" };
  assert.equal((await admin.post("/api/users", person)).status, 201);
});
test.after.each(async ({ booth }) => {
  await booth.close();
});
test.after(closeBrowser);

/** Runs with a kiosk that must not complain. */
async function withKiosk(booth: TestBooth, work: (kiosk: Kiosk) => Promise<void>, options = {}): Promise<void> {
  const kiosk = await openKiosk(booth, options);
  try {
    await work(kiosk);
    assert.deepEqual(kiosk.complaints, []);
  } finally {
    await kiosk.close();
  }
}

/** Signs in at a phone, where the name of the person is not in the bar. */
async function signInAtPhone({ page }: Kiosk): Promise<void> {
  await page.locator("input[name=username]").fill("bar");
  await page.locator("input[name=password]").fill("bar-pass");
  await page.locator("input[name=password]").press("Enter");
  await page.locator("input[name=search]").waitFor();
}

/** The stay of a plate, as somebody who may look it up sees it. */
async function stayOf(booth: TestBooth, plate: string) {
  return (await (await booth.signIn("admin")).get(`/api/sessions?q=${plate}`)).body.items[0];
}

const typeIn = ({ page }: Kiosk, text: string) => page.locator("input[name=search]").fill(text);
const rows = ({ page }: Kiosk) => page.locator("button.validate-stay");

test("the cashier validates: the fee falls, has its line in words, and is what is taken", async ({ booth }) => {
  await withKiosk(booth, async (kiosk) => {
    await beginShift(kiosk, "cashier");
    await carAt(booth, "exit-1", "KX482BD");
    await button(kiosk.page, /^Exact/).waitFor();
    await kiosk.tap("Validate");
    await kiosk.page.getByText("1 h free").waitFor();
    await kiosk.tap("Validate · bar");
    await kiosk.page.locator(".breakdown p", { hasText: "Validation · bar" }).getByText("− € 2.50").waitFor();
    await kiosk.page.getByText("Fee is now € 5.00.").waitFor();
    await kiosk.tap("Validate");
    await kiosk.page.locator(".stations .button[aria-disabled=true]", { hasText: "given 18:42" }).waitFor();
    await kiosk.page.keyboard.press("Escape");
    await kiosk.tap(/^Exact/);
    await kiosk.tap(/^Take/);
    await until(() => entriesOf(booth, "payment").length === 1, "the payment");
    const { amount, fee } = entriesOf(booth, "payment")[0]!.data;
    assert.deepEqual([amount, fee.validations], [500, ["bar"]]);
  });
});

test("a validation from elsewhere reaches the cashier's screen live, with its line", async ({ booth }) => {
  const giveElsewhere = async (kiosk: Kiosk) => {
    await beginShift(kiosk, "cashier");
    await carAt(booth, "exit-1", "KX482BD");
    await button(kiosk.page, /^Exact/).waitFor();
    await (await booth.signIn("bar")).post("/api/validation", { station: "bar", plate: "KX482BD" });
    await kiosk.page.getByText("Fee is now € 5.00.").waitFor();
    await kiosk.page.locator(".breakdown p", { hasText: "Validation · bar" }).getByText("− € 2.50").waitFor();
    assert.deepEqual(await layoutFaults(kiosk.page), []);
  };
  await withKiosk(booth, giveElsewhere, { size: SIZES[0] });
});

test("without the module, or without the right, the cashier has no such button", async ({ booth }) => {
  const admin = await booth.signIn("admin");
  await withKiosk(booth, async (kiosk) => {
    await beginShift(kiosk, "cashier");
    await carAt(booth, "exit-1", "KX482BD");
    await button(kiosk.page, "Validate").waitFor();
    await admin.put("/api/site-config", { modules: ["parking"] });
    await button(kiosk.page, "Validate").waitFor({ state: "detached" });
    await admin.put("/api/site-config", { modules: null });
    await button(kiosk.page, "Validate").waitFor();
    const { body: role } = await admin.get("/api/roles/cashier");
    const permissions = role.permissions.filter((permission: string) => permission !== "session:update");
    await admin.put("/api/roles/cashier", { name: role.name, permissions });
    await button(kiosk.page, "Validate").waitFor({ state: "detached" });
  });
});

test("a bar on its phone sees this page and nothing else: types, chooses, gives, and reads what it gave", async ({
  booth,
}) => {
  await withKiosk(
    booth,
    async (kiosk) => {
      const { page } = kiosk;
      await signInAtPhone(kiosk);
      assert.equal(await page.locator(".rail, .lane-card").count(), 0);
      await typeIn(kiosk, "nobody1");
      await page.getByText("No car inside has this ticket or plate.").waitFor();
      await typeIn(kiosk, "rx 482");
      await until(async () => (await rows(kiosk).count()) === 1, "the one that matches");
      await rows(kiosk).click();
      await kiosk.tap("Validate · bar");
      const number = (await stayOf(booth, "RX482PD")).ticket.split("-")[0];
      await page.getByText(`Ticket ${number} validated: 1 h free`).waitFor();
      await page.locator(".validate-lately li", { hasText: `#${number}` }).waitFor();
      assert.deepEqual(
        entriesOf(booth, "validation").map(({ data }) => data.station),
        ["bar"],
      );

      // A reload, as phones do by themselves, forgets neither the sign-in nor what was given; a sign-out does.
      await page.reload();
      await page.locator(".validate-lately li", { hasText: `#${number}` }).waitFor();
      await kiosk.tap("Menu");
      await kiosk.tap("Sign out");
      await page.locator("input[name=password]").waitFor();
      assert.equal(await page.evaluate("sessionStorage.getItem('parking-booth-validated')"), "[]");
    },
    { size: PHONE },
  );
});

test("a scanned ticket finds its stay; a slip with another code does not", async ({ booth }) => {
  await withKiosk(
    booth,
    async (kiosk) => {
      await signInAtPhone(kiosk);
      const { ticket } = await stayOf(booth, "MTK2208");
      const forged = `${ticket.slice(0, -1)}${ticket.endsWith("A") ? "B" : "A"}`;
      await scan(kiosk, forged);
      await kiosk.page.getByText("No car inside has this ticket or plate.").waitFor();
      await scan(kiosk, ticket);
      await rows(kiosk).getByText("MTK 2208").waitFor();
    },
    { size: PHONE },
  );
});

test("a double, and a stay that was paid meanwhile, are refused in words", async ({ booth }) => {
  await withKiosk(
    booth,
    async (kiosk) => {
      await signInAtPhone(kiosk);
      const admin = await booth.signIn("admin");
      const choose = async (plate: string) => {
        await typeIn(kiosk, plate);
        await rows(kiosk).first().click();
        await button(kiosk.page, "Validate · bar").waitFor();
      };
      await choose("LM901TR");
      await admin.post("/api/validation", { station: "bar", plate: "LM901TR" });
      await kiosk.tap("Validate · bar");
      await kiosk.page
        .getByRole("alert")
        .getByText(/^.*was validated 18:42 already\.$/)
        .waitFor();
      await kiosk.page.locator(".stations .button[aria-disabled=true]", { hasText: "given 18:42" }).waitFor();
      await kiosk.tap("Back");

      await choose("B7741QK");
      await admin.post("/api/shifts", { float: 0 });
      const { id } = await stayOf(booth, "B7741QK");
      const { quotedAt, amount } = (await admin.get(`/api/sessions/${id}/quote`)).body;
      const paid = await admin.post("/api/payments", { sessionId: id, quotedAt, amount, method: "cash" });
      assert.equal(paid.status, 201, paid.text);
      await kiosk.tap("Validate · bar");
      await kiosk.page.getByText("It is paid or has left. Validate before the payment.").waitFor();
      assert.equal(entriesOf(booth, "validation").length, 1);
    },
    { size: PHONE },
  );
});

test("with the module off the page says so, and says when it is back", async ({ booth }) => {
  const admin = await booth.signIn("admin");
  await admin.put("/api/site-config", { modules: ["parking"] });
  await withKiosk(booth, async (kiosk) => {
    await signIn(kiosk, "bar");
    await kiosk.page.getByText("Validation is switched off. Ask the site manager.").waitFor();
    await admin.put("/api/site-config", { modules: null });
    await kiosk.page.locator("input[name=search]").waitFor();
  });
});

test("the day's report counts by station, and the ledger says in words what came off", async ({ booth }) => {
  const bar = await booth.signIn("bar");
  assert.equal((await bar.post("/api/validation", { station: "bar", plate: "KX482BD" })).status, 201);
  const { page, close, complaints } = await openAdmin(booth, "reports/day");
  try {
    const card = page.locator(".sum-card", { has: page.getByRole("heading", { name: "Validations" }) });
    assert.match((await card.innerText()).replace(/\s+/g, " "), /^Validations bar 1 ×$/);
    await page.evaluate("location.hash = '/admin/ledger'");
    const row = page.locator("a.ledger-row", { hasText: "Ticket validated" }).first();
    await row.waitFor();
    assert.match(await row.innerText(), /bar[\s\S]*1\u00a0h free/);
    assert.deepEqual(complaints, []);
  } finally {
    await close();
  }
});

/** The station's screens, each with the way to it from the one before. */
const SCREENS: readonly [name: string, show: (kiosk: Kiosk) => Promise<unknown>][] = [
  ["empty", (kiosk) => kiosk.page.locator("input[name=search]").waitFor()],
  [
    "found",
    async (kiosk) => {
      await typeIn(kiosk, "82");
      await rows(kiosk).nth(2).waitFor();
    },
  ],
  [
    "chosen",
    async (kiosk) => {
      await rows(kiosk).first().click();
      await kiosk.page.locator(".stations .button").waitFor();
    },
  ],
  [
    "done",
    async (kiosk) => {
      await kiosk.page.locator(".stations .button").click();
      await kiosk.page.locator(".validate-done").waitFor();
    },
  ],
  ["locked", (kiosk) => kiosk.page.locator(".bar .button").first().click()],
];

const LOOKS: readonly [language: Language, size: Size, theme: "light" | "dark"][] = [
  ["en", PHONE, "light"],
  ["ar", PHONE, "dark"],
  ["de", PHONE, "light"],
  ["fr", PHONE, "dark"],
  ["es", SIZES[0], "light"],
  ["en", SIZES[1], "dark"],
];

for (const [language, size, theme] of LOOKS) {
  test(`nothing is cut off, and axe finds nothing (${language}, ${size.width}x${size.height}, ${theme})`, async ({
    booth,
  }) => {
    await (await booth.signIn("bar")).put("/api/auth/language", { language });
    const look = async ({ page }: Kiosk) => {
      await settled(page);
      assert.equal(await page.evaluate("document.documentElement.scrollWidth"), size.width);
      const faults = await adminFaults(page);
      // A phone's page is as long as it must be.
      const grave = faults.filter((fault) => size !== PHONE || !/^(the page scrolls|off the screen)/.test(fault));
      return [...grave, ...(await accessFaults(page))];
    };
    await withKiosk(
      booth,
      async (kiosk) => {
        const bottom = await kiosk.page.locator(".entry .main").evaluate((it) => it.getBoundingClientRect().bottom);
        assert.ok(bottom <= size.height, "the button to sign in is in view");
        assert.deepEqual(await look(kiosk), [], "sign-in");
        await signInAtPhone(kiosk);
        for (const [name, show] of SCREENS) {
          await show(kiosk);
          assert.deepEqual(await look(kiosk), [], name);
        }
      },
      { size, theme, language },
    );
  });
}

test.run();
