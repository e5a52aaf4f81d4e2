import assert from "node:assert/strict";
import jwt from "jsonwebtoken";
import { suite } from "uvu";
import { startBooth, TEST_KEYS } from "./helpers/booth.ts";
import { send, sendJson, signInRaw } from "./helpers/raw.ts";

const cookies = suite("cookies");

cookies("the token cookie is HttpOnly, strict and kept for 30 days; the CSRF cookie is readable", async () => {
  const booth = await startBooth({ env: { COOKIE_SECURE: "0" } });
  try {
    const [token, csrf] = (await signInRaw(booth.url, "cashier")).answer.setCookies;
    assert.match(token!, /^parking_token=[\w-]+\.[\w-]+\.[\w-]+; HttpOnly; Path=\/; Max-Age=2592000; SameSite=Strict$/);
    assert.match(csrf!, /^parking_csrf=[\w-]{43}; Path=\/; Max-Age=2592000; SameSite=Strict$/);
  } finally {
    await booth.close();
  }
});

cookies("both cookies are Secure unless the setting says otherwise, also over plain http", async () => {
  for (const setting of ["1", "nonsense", ""]) {
    const booth = await startBooth({ env: { COOKIE_SECURE: setting } });
    try {
      const { answer } = await signInRaw(booth.url, "cashier");
      assert.equal(answer.status, 200);
      assert.equal(answer.setCookies.length, 2);
      for (const line of answer.setCookies) assert.match(line, /; Secure$/, `COOKIE_SECURE=${setting}`);
    } finally {
      await booth.close();
    }
  }
});

cookies("signing out takes both cookies back", async () => {
  const booth = await startBooth();
  try {
    const cashier = await signInRaw(booth.url, "cashier");
    const answer = await cashier.write("POST", "/api/auth/logout");
    assert.equal(answer.status, 204);
    assert.equal(answer.setCookies.length, 2);
    assert.match(answer.setCookies[0]!, /^parking_token=; HttpOnly; Path=\/; Max-Age=0;/);
    assert.match(answer.setCookies[1]!, /^parking_csrf=; Path=\/; Max-Age=0;/);
  } finally {
    await booth.close();
  }
});

cookies("a copy of the token is worth nothing after signing out", async () => {
  const booth = await startBooth();
  try {
    const cashier = await signInRaw(booth.url, "cashier");
    assert.equal((await cashier.get("/api/auth/me")).status, 200);
    await cashier.write("POST", "/api/auth/logout");
    const answer = await cashier.get("/api/auth/me");
    assert.equal(answer.status, 401);
    assert.equal(answer.body.error, "unauthenticated");
  } finally {
    await booth.close();
  }
});

cookies("the token is read from the cookie only, and two cookies of its name are none", async () => {
  const booth = await startBooth();
  try {
    const { token, cookie } = await signInRaw(booth.url, "cashier");
    const get = async (headers: Record<string, string>) =>
      (await send(booth.url, "GET", "/api/auth/me", headers)).status;
    assert.equal(await get({ cookie }), 200);
    assert.equal(await get({}), 401);
    assert.equal(await get({ authorization: `Bearer ${token}` }), 401);
    assert.equal(await get({ cookie: `parking_token=${token}; parking_token=${token}` }), 401);
    assert.equal(await get({ cookie: `parking_token=; ${cookie}` }), 401);
    assert.equal(await get({ cookie: `${cookie}; parking_token=x` }), 401);
    assert.equal(await get({ cookie: `x_parking_token=y; ${cookie}` }), 200);
  } finally {
    await booth.close();
  }
});

cookies("a token that was altered, unsigned, or signed another way is none", async () => {
  const booth = await startBooth();
  try {
    const { token } = await signInRaw(booth.url, "cashier");
    const [head, claims, signature] = token.split(".");
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const read = JSON.parse(Buffer.from(claims!, "base64url").toString());
    assert.deepEqual(Object.keys(read).sort(), ["csrf", "jti", "roleId", "sub"]);
    const forged = [
      `${encode({ alg: "none", typ: "JWT" })}.${claims}.`,
      `${encode({ alg: "none", typ: "JWT" })}.${claims}.${signature}`,
      `${encode({ alg: "HS512", typ: "JWT" })}.${claims}.${signature}`,
      `${encode({ alg: "RS256", typ: "JWT" })}.${claims}.${signature}`,
      `${head}.${encode({ ...read, roleId: "admin" })}.${signature}`,
      `${head}.${claims}.${signature!.slice(0, -2)}`,
      `${head}.${claims}`,
      jwt.sign(read, TEST_KEYS.SESSION_SECRET, { algorithm: "HS512" }),
      jwt.sign(read, TEST_KEYS.SESSION_SECRET, { algorithm: "HS384" }),
      jwt.sign(read, `${TEST_KEYS.SESSION_SECRET}.`, { algorithm: "HS256" }),
      jwt.sign({ ...read, jti: "another" }, TEST_KEYS.SESSION_SECRET, { algorithm: "HS256" }),
      jwt.sign({ ...read, sub: "another" }, TEST_KEYS.SESSION_SECRET, { algorithm: "HS256" }),
      jwt.sign({ jti: read.jti }, TEST_KEYS.SESSION_SECRET, { algorithm: "HS256" }),
      "..",
      "x".repeat(6000),
    ];
    for (const text of forged) {
      const answer = await send(booth.url, "GET", "/api/auth/me", { cookie: `parking_token=${text}` });
      assert.equal(answer.status, 401, text.slice(0, 80));
      assert.equal(answer.body.error, "unauthenticated");
    }
  } finally {
    await booth.close();
  }
});

cookies("the role named in the token grants nothing: the user's own role does", async () => {
  const booth = await startBooth();
  try {
    const admin = await signInRaw(booth.url, "admin");
    const operator = await signInRaw(booth.url, "operator");
    const claims = JSON.parse(Buffer.from(operator.token.split(".")[1]!, "base64url").toString());
    assert.equal(claims.roleId, "operator");
    assert.equal((await admin.write("PUT", `/api/users/${claims.sub}`, { roleId: "readonly" })).status, 200);
    const me = await operator.get("/api/auth/me");
    assert.equal(me.body.roleId, "readonly");
    assert.equal(me.body.roleName, "Read only");
    assert.ok(!me.body.permissions.includes("payment:create"));
  } finally {
    await booth.close();
  }
});

cookies("a sign-in of one person cannot be had by sending anything but the two members", async () => {
  const booth = await startBooth();
  try {
    const login = async (text: string, type = "application/json") => {
      const answer = await send(booth.url, "POST", "/api/auth/login", { "content-type": type }, text);
      assert.equal(typeof answer.body.message, "string", text.slice(0, 60));
      return [answer.status, answer.body.error];
    };
    const good = '"username":"admin","password":"admin-pass"';
    assert.deepEqual(await login(`{${good},"roleId":"admin"}`), [400, "invalid_input"]);
    assert.deepEqual(await login(`{${good},"constructor":{}}`), [400, "invalid_input"]);
    assert.equal((await login(`{${good},"__proto__":{"a":1}}`))[0], 400);
    assert.equal((await login(`{${good},"constructor":{"prototype":{"a":1}}}`))[0], 400);
    assert.deepEqual(await login('{"username":["admin"],"password":"admin-pass"}'), [400, "invalid_input"]);
    assert.deepEqual(await login('{"username":"admin"}'), [400, "invalid_input"]);
    assert.deepEqual(await login('{"username":"admin","password":{"$ne":""}}'), [400, "invalid_input"]);
    assert.deepEqual(await login("[]"), [400, "invalid_input"]);
    assert.equal((await login("null"))[0], 400);
    assert.deepEqual(await login("{"), [400, "malformed_json"]);
    assert.deepEqual(await login(`{${good},"x":"${"y".repeat(70_000)}"}`), [413, "too_large"]);
    assert.deepEqual(await login("username=admin", "application/x-www-form-urlencoded"), [415, "unsupported_media"]);
    assert.equal((await sendJson(booth.url, "POST", "/api/auth/login", {})).status, 400);
  } finally {
    await booth.close();
  }
});

cookies.run();
