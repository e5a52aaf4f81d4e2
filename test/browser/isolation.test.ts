import assert from "node:assert/strict";
import { suite } from "uvu";
import { closeBrowser, openKiosk } from "./helpers/page.ts";
import { SCENES, signInAndShow, startStory } from "./helpers/scenes.ts";

const test = suite("isolation");
test.after(closeBrowser);

test("no screen asks anything of anywhere else, breaks the content policy or logs an error", async () => {
  const booth = await startStory();
  const kiosk = await openKiosk(booth);
  const { page } = kiosk;
  const asked = new Set<string>();
  page.on("request", (request) => asked.add(new URL(request.url()).origin));
  page.on("websocket", (socket) => asked.add(new URL(socket.url()).origin.replace("ws:", "http:")));
  try {
    await page.addInitScript(
      "addEventListener('securitypolicyviolation', (event) => console.error('policy', event.violatedDirective))",
    );
    await page.reload();
    await signInAndShow(kiosk, booth, "en");
    for (const show of Object.values(SCENES)) {
      await show(kiosk, booth);
      await page.keyboard.press("Escape");
    }
    const response = await page.request.get(booth.url);
    const policy = response.headers()["content-security-policy"] ?? "";
    assert.doesNotMatch(policy, /unsafe|\*/);
    assert.deepEqual([...asked], [booth.url]);
    assert.deepEqual(kiosk.complaints, []);
  } finally {
    await kiosk.close();
    await booth.close();
  }
});

test.run();
