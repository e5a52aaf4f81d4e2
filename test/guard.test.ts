import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import Router from "@koa/router";
import Koa from "koa";
import { suite } from "uvu";
import * as v from "valibot";
import { answerErrors, parseBody } from "../common/node/http.ts";
import { actorOf, idempotent, requireAdminRole, requireModule, requirePermission } from "../daemon/http/guard.ts";
import { identify } from "../daemon/http/identity.ts";
import { openDoor } from "../daemon/services/door.ts";
import { startBooth, TEST_KEYS, type TestBooth } from "./helpers/booth.ts";
import { send, sendJson, signInRaw } from "./helpers/raw.ts";

const guard = suite("guard");

const Body = v.strictObject({ value: v.number() });

/** Routes behind each kind of guard, on the users and sign-ins of a booth; `url` is theirs. */
async function serveGuarded({ booth }: TestBooth) {
  const door = openDoor(booth, { sessionSecret: TEST_KEYS.SESSION_SECRET });
  const router = new Router();
  const answer = (ctx: Koa.Context) => {
    ctx.body = {};
  };
  router.get("/both", requirePermission("user:read", "role:read"), answer);
  router.get("/admin", requireAdminRole(), answer);
  router.get("/wash", requireModule("carwash"), requirePermission("user:read"), answer);
  let works = 0;
  const count = async (ctx: Koa.Context) => {
    const { value } = parseBody(ctx, Body);
    ctx.body = await booth.ledger.commit(actorOf(ctx), () => ({ value, works: ++works }));
  };
  router.post("/once/:id", requirePermission("session:read"), idempotent, count);
  const koa = new Koa().use(answerErrors(booth.log)).use(identify(door)).use(router.routes());
  const server = createServer(koa.callback());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = async () => {
    server.close();
    server.closeAllConnections();
    await door.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

const withGuarded = (work: (booth: TestBooth, url: string) => Promise<void>) => async () => {
  const booth = await startBooth();
  const guarded = await serveGuarded(booth);
  try {
    await work(booth, guarded.url);
  } finally {
    await guarded.close();
    await booth.close();
  }
};

guard(
  "several permissions are needed all together",
  withGuarded(async (booth, url) => {
    const statuses: Record<string, number> = {};
    const admin = await signInRaw(booth.url, "admin");
    await admin.write("POST", "/api/roles", { id: "half", name: "Half", permissions: ["user:read"] });
    const half = { username: "half", displayName: "Half", roleId: "half", password: "half-pass" };
    assert.equal((await admin.write("POST", "/api/users", half)).status, 201);
    for (const name of ["admin", "readonly", "half", "cashier"]) {
      const { cookie } = await signInRaw(booth.url, name);
      statuses[name] = (await send(url, "GET", "/both", { cookie })).status;
    }
    assert.deepEqual(statuses, { admin: 200, readonly: 200, half: 403, cashier: 403 });
  }),
);

guard(
  "the administrator's routes need the role itself, not its permissions",
  withGuarded(async (booth, url) => {
    const admin = await signInRaw(booth.url, "admin");
    const { permissions } = (await admin.get("/api/roles/admin")).body;
    assert.equal((await admin.write("POST", "/api/roles", { id: "twin", name: "Twin", permissions })).status, 201);
    const twin = { username: "twin", displayName: "Twin", roleId: "twin", password: "twin-pass" };
    await admin.write("POST", "/api/users", twin);
    const other = await signInRaw(booth.url, "twin");
    assert.equal((await send(url, "GET", "/admin", { cookie: admin.cookie })).status, 200);
    const refused = await send(url, "GET", "/admin", { cookie: other.cookie });
    assert.deepEqual([refused.status, refused.body.error], [403, "forbidden"]);
  }),
);

guard(
  "a module's route asks for the sign-in, then the module, then the permission",
  withGuarded(async (booth, url) => {
    const [admin, cashier] = [await signInRaw(booth.url, "admin"), await signInRaw(booth.url, "cashier")];
    const ask = async (headers: Record<string, string>) => {
      const { status, body } = await send(url, "GET", "/wash", headers);
      return [status, body.error];
    };
    assert.deepEqual(await ask({ cookie: admin.cookie }), [200, undefined]);
    assert.deepEqual(await ask({ cookie: cashier.cookie }), [403, "forbidden"]);
    booth.booth.db.prepare("UPDATE sites SET modules_json = '[\"parking\"]'").run();
    assert.deepEqual(await ask({}), [401, "unauthenticated"]);
    assert.deepEqual(await ask({ cookie: cashier.cookie }), [403, "module_disabled"]);
    assert.deepEqual(await ask({ cookie: admin.cookie }), [403, "module_disabled"]);
  }),
);

guard(
  "the same key and body gets the first answer again, and another body is refused",
  withGuarded(async (booth, url) => {
    const cashier = await signInRaw(booth.url, "cashier");
    const operator = await signInRaw(booth.url, "operator");
    const post = async (path: string, value: number, key: string | undefined, person = cashier) => {
      const headers = { cookie: person.cookie, "x-csrf-token": person.csrf };
      const { status, body } = await sendJson(
        url,
        "POST",
        path,
        { value },
        key === undefined ? headers : { ...headers, "idempotency-key": key },
      );
      return [status, body.error ?? body.works];
    };
    assert.deepEqual(await post("/once/a", 1, "k"), [200, 1]);
    assert.deepEqual(await post("/once/a", 1, "k"), [200, 1]);
    assert.deepEqual(await post("/once/a", 2, "k"), [409, "idempotency_conflict"]);
    assert.deepEqual(await post("/once/b", 2, "k"), [200, 2], "a key belongs to its path");
    assert.deepEqual(await post("/once/a", 2, "k", operator), [200, 3], "and to its person");
    for (const key of [undefined, "", "two words", "x".repeat(201), "\u00e9"]) {
      assert.deepEqual(await post("/once/a", 1, key), [400, "invalid_input"], key);
    }
    const twice = await Promise.all([post("/once/c", 1, "k"), post("/once/c", 1, "k")]);
    assert.deepEqual(twice, [
      [200, 4],
      [200, 4],
    ]);
  }),
);

guard.run();
