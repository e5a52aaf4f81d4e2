import assert from "node:assert/strict";
import { suite } from "uvu";
import { accessFaults } from "./helpers/audit.ts";
import { closeBrowser, openKiosk, SIZES, signIn } from "./helpers/page.ts";
import { startStory } from "./helpers/scenes.ts";
import { TOUR, visitAll } from "./helpers/tour.ts";

const test = suite("roles tour");
test.after(closeBrowser);

for (const [role, areas] of Object.entries(TOUR)) {
  test(`${role} sees ${areas.length} areas of the site and no other, each without a fault`, async () => {
    const booth = await startStory();
    const kiosk = await openKiosk(booth, { size: SIZES[0] });
    const faults: string[] = [];
    try {
      await signIn(kiosk, role);
      const visited = await visitAll(kiosk, async (area) => {
        assert.equal(await kiosk.page.locator(".admin-page .failure").count(), 0, area);
        for (const fault of await accessFaults(kiosk.page)) faults.push(`${area}: ${fault}`);
      });
      assert.deepEqual(visited, ["", ...areas]);
      assert.equal(faults.join("\n"), "");
      assert.deepEqual(kiosk.complaints, []);
    } finally {
      await kiosk.close();
      await booth.close();
    }
  });
}

test("a cashier is refused on tariffs and users by the API, and finds no way to them on the screen", async () => {
  const booth = await startStory();
  const kiosk = await openKiosk(booth);
  try {
    const client = await booth.signIn("cashier");
    const table = (await client.get("/api/tariffs")).body.items[0].rateTable;
    const publish = { rateTable: table, effectiveFrom: "2030-01-01T00:00:00.000Z" };
    assert.equal((await client.post("/api/tariffs", publish)).status, 403);
    assert.equal((await client.get("/api/users")).status, 403);
    await signIn(kiosk, "cashier");
    await kiosk.page.evaluate("location.hash = '/admin/users'");
    await kiosk.page.locator(".admin-page h1").waitFor();
    assert.equal(await kiosk.page.locator(".admin-page table, .admin-page input").count(), 0);
    await kiosk.page.evaluate("location.hash = '/admin/tariffs'");
    await kiosk.page.locator(".admin-page table").first().waitFor();
    assert.equal(await kiosk.page.locator(".admin-page .actions [data-primary]").count(), 0);
    assert.equal(await kiosk.page.locator(".admin-nav a[href='#/admin/users']").count(), 0);
  } finally {
    await kiosk.close();
    await booth.close();
  }
});

test.run();
