import assert from "node:assert/strict";
import { suite } from "uvu";
import { startBooth } from "./helpers/booth.ts";
import { send, sendJson, signInRaw } from "./helpers/raw.ts";

const csrf = suite("csrf");

/** Changes the language with these headers: a mutation that needs no permission. */
async function change(url: string, headers: Record<string, string>): Promise<[number, string]> {
  const answer = await sendJson(url, "PUT", "/api/auth/language", { language: "de" }, headers);
  return [answer.status, answer.body.error ?? answer.body.language];
}

csrf("a mutation passes only when header, cookie and claim are one value", async () => {
  const booth = await startBooth();
  try {
    const mine = await signInRaw(booth.url, "cashier");
    const other = await signInRaw(booth.url, "operator");
    const own = `parking_token=${mine.token}`;
    const refused: Record<string, string>[] = [
      { cookie: mine.cookie },
      { cookie: mine.cookie, "x-csrf-token": "" },
      { cookie: mine.cookie, "x-csrf-token": `${mine.csrf}x` },
      { cookie: mine.cookie, "x-csrf-token": mine.csrf.slice(0, -1) },
      { cookie: own, "x-csrf-token": mine.csrf },
      { cookie: `${own}; parking_csrf=`, "x-csrf-token": "" },
      { cookie: `${own}; parking_csrf=evil`, "x-csrf-token": "evil" },
      { cookie: `${own}; parking_csrf=${other.csrf}`, "x-csrf-token": other.csrf },
      { cookie: `${mine.cookie}; parking_csrf=${mine.csrf}`, "x-csrf-token": mine.csrf },
    ];
    for (const headers of refused) {
      assert.deepEqual(await change(booth.url, headers), [403, "csrf_mismatch"], JSON.stringify(headers));
    }
    assert.deepEqual(await change(booth.url, { cookie: mine.cookie, "x-csrf-token": mine.csrf }), [200, "de"]);
  } finally {
    await booth.close();
  }
});

csrf("what a page of another site sends is refused, signing in included", async () => {
  const booth = await startBooth();
  try {
    const mine = await signInRaw(booth.url, "cashier");
    const whole = { cookie: mine.cookie, "x-csrf-token": mine.csrf };
    assert.deepEqual(await change(booth.url, { ...whole, "sec-fetch-site": "cross-site" }), [403, "origin_refused"]);
    assert.deepEqual(await change(booth.url, { ...whole, "sec-fetch-site": "same-origin" }), [200, "de"]);
    const credentials = { username: "cashier", password: "cashier-pass" };
    const login = (site: string) =>
      sendJson(booth.url, "POST", "/api/auth/login", credentials, { "sec-fetch-site": site });
    const refused = await login("cross-site");
    assert.deepEqual([refused.status, refused.body.error], [403, "origin_refused"]);
    assert.equal(refused.setCookies.length, 0);
    assert.equal((await login("same-origin")).status, 200);
  } finally {
    await booth.close();
  }
});

csrf("who is not signed in hears so first, then of CSRF, then of the permission, then of the body", async () => {
  const booth = await startBooth();
  try {
    const { cookie, csrf: value } = await signInRaw(booth.url, "cashier");
    const ask = async (headers: Record<string, string>, path = "/api/users") => {
      const answer = await send(booth.url, "POST", path, { "content-type": "application/json", ...headers }, "{");
      return [answer.status, answer.body.error];
    };
    assert.deepEqual(await ask({}), [401, "unauthenticated"]);
    assert.deepEqual(await ask({ cookie }), [403, "csrf_mismatch"]);
    assert.deepEqual(await ask({ cookie, "x-csrf-token": value }), [403, "forbidden"]);
    assert.deepEqual(await ask({ cookie, "x-csrf-token": value }, "/api/auth/unlock"), [400, "malformed_json"]);
  } finally {
    await booth.close();
  }
});

csrf("reading needs no CSRF header", async () => {
  const booth = await startBooth();
  try {
    const { token } = await signInRaw(booth.url, "cashier");
    assert.equal((await send(booth.url, "GET", "/api/auth/me", { cookie: `parking_token=${token}` })).status, 200);
  } finally {
    await booth.close();
  }
});

csrf.run();
