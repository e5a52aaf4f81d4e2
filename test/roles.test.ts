import assert from "node:assert/strict";
import { suite } from "uvu";
import { openDb } from "../common/node/db.ts";
import { startBooth } from "./helpers/booth.ts";
import { type RawAnswer, type RawSignIn, signInRaw } from "./helpers/raw.ts";

const roles = suite("roles");

type Started = Awaited<ReturnType<typeof startBooth>>;

const withBooth = (work: (scene: Started & { admin: RawSignIn }) => Promise<void>) => async () => {
  const started = await startBooth();
  try {
    await work({ ...started, admin: await signInRaw(started.url, "admin") });
  } finally {
    await started.close();
  }
};

const outcome = ({ status, body }: RawAnswer) => [status, body.error];
const night = { id: "night", name: "Night", permissions: ["event:read", "tariff:read"] };

roles(
  "a new booth has the four roles, and the grid 26 permissions",
  withBooth(async ({ admin }) => {
    const { items, next } = (await admin.get("/api/roles")).body;
    assert.deepEqual(
      items.map((role: { id: string; builtin: boolean }) => [role.id, role.builtin]),
      [
        ["admin", true],
        ["cashier", false],
        ["operator", false],
        ["readonly", false],
      ],
    );
    assert.equal(next, null);
    assert.equal(items[0].permissions.length, 26);
    const grid = (await admin.get("/api/roles/grid")).body;
    assert.equal(grid.resources.length, 11);
    assert.deepEqual(grid.actions, ["create", "read", "update", "delete", "void", "cash"]);
    assert.equal(Object.values(grid.grid).flat().length, 26);
  }),
);

roles(
  "a role is created, read, changed as a whole, and deleted, each recorded",
  withBooth(async ({ admin, booth }) => {
    const made = await admin.write("POST", "/api/roles", {
      ...night,
      permissions: ["tariff:read", "event:read", "tariff:read"],
    });
    assert.equal(made.status, 201);
    assert.deepEqual(made.body, {
      id: "night",
      name: "Night",
      builtin: false,
      permissions: ["tariff:read", "event:read"],
    });
    assert.deepEqual((await admin.get("/api/roles/night")).body, made.body);
    const changed = await admin.write("PUT", "/api/roles/night", { name: "Nights", permissions: ["event:void"] });
    assert.deepEqual(changed.body, { id: "night", name: "Nights", builtin: false, permissions: ["event:void"] });
    assert.equal((await admin.write("DELETE", "/api/roles/night")).status, 204);
    assert.equal((await admin.get("/api/roles/night")).status, 404);
    const events = booth.db
      .prepare("SELECT data FROM events WHERE kind = 'role_change' ORDER BY seq")
      .pluck()
      .all()
      .map((text) => JSON.parse(String(text)));
    assert.deepEqual(
      events.map(({ change }) => change),
      ["created", "updated", "deleted"],
    );
    assert.deepEqual(
      [events[1].before.permissions, events[1].after.permissions],
      [["tariff:read", "event:read"], ["event:void"]],
    );
  }),
);

roles(
  "a permission that the grid does not have is refused by its place in the list",
  withBooth(async ({ admin }) => {
    for (const wrong of ["user:void", "payment:delete", "*", "admin", "constructor", "__proto__", ""]) {
      const answer = await admin.write("POST", "/api/roles", { ...night, permissions: ["tariff:read", wrong] });
      assert.deepEqual(outcome(answer), [400, "invalid_input"], wrong);
      assert.equal(answer.body.details[0].path, "permissions.1");
    }
    assert.equal((await admin.get("/api/roles/night")).status, 404);
    const update = await admin.write("PUT", "/api/roles/cashier", { name: "C", permissions: ["shift:delete"] });
    assert.deepEqual(outcome(update), [400, "invalid_input"]);
  }),
);

roles(
  "the built-in role is locked, a role in use stays, and ids are taken once",
  withBooth(async ({ admin }) => {
    assert.deepEqual(outcome(await admin.write("PUT", "/api/roles/admin", { name: "x", permissions: [] })), [
      409,
      "builtin_role",
    ]);
    assert.deepEqual(outcome(await admin.write("DELETE", "/api/roles/admin")), [409, "builtin_role"]);
    assert.deepEqual(outcome(await admin.write("DELETE", "/api/roles/cashier")), [409, "role_in_use"]);
    assert.deepEqual(outcome(await admin.write("POST", "/api/roles", { ...night, id: "cashier" })), [
      409,
      "name_taken",
    ]);
    assert.deepEqual(outcome(await admin.write("POST", "/api/roles", { ...night, id: "grid" })), [409, "name_taken"]);
    assert.deepEqual(outcome(await admin.write("DELETE", "/api/roles/nothing")), [404, "not_found"]);
    assert.deepEqual(
      outcome(await admin.write("PUT", "/api/roles/cashier", { name: "x", permissions: [], builtin: true })),
      [400, "invalid_input"],
    );
  }),
);

roles(
  "a role edit holds on the next request, without signing in again",
  withBooth(async ({ admin, url }) => {
    const cashier = await signInRaw(url, "cashier");
    const { name, permissions } = (await admin.get("/api/roles/cashier")).body;
    const allowed = async () => (await cashier.get("/api/users")).status;
    assert.equal(await allowed(), 403);
    await admin.write("PUT", "/api/roles/cashier", { name, permissions: [...permissions, "user:read"] });
    assert.equal(await allowed(), 200);
    await admin.write("PUT", "/api/roles/cashier", { name, permissions });
    assert.equal(await allowed(), 403);
  }),
);

roles(
  "a role edit of another process holds on the next request too",
  withBooth(async ({ url, booth }) => {
    const cashier = await signInRaw(url, "cashier");
    const allowed = async () => (await cashier.get("/api/users")).status;
    assert.equal(await allowed(), 403);
    const other = openDb(booth.db.name);
    try {
      other.prepare("INSERT INTO role_permissions (role_id, permission) VALUES ('cashier', 'user:read')").run();
      assert.equal(await allowed(), 200);
      other.prepare("DELETE FROM role_permissions WHERE role_id = 'cashier' AND permission = 'user:read'").run();
      assert.equal(await allowed(), 403);
    } finally {
      other.close();
    }
  }),
);

roles(
  "nobody makes a role that holds more than they do, nor changes or deletes one that does",
  withBooth(async ({ admin, url }) => {
    const held = ["role:create", "role:read", "role:update", "role:delete", "tariff:read"];
    await admin.write("POST", "/api/roles", { id: "keeper", name: "Keeper", permissions: held });
    await admin.write("POST", "/api/users", {
      username: "kim",
      displayName: "Kim",
      roleId: "keeper",
      language: "en",
      password: "kim-pass",
    });
    await admin.write("POST", "/api/roles", night);
    const kim = await signInRaw(url, "kim");
    const escalation = [403, "escalation"];
    assert.deepEqual(
      outcome(await kim.write("POST", "/api/roles", { id: "more", name: "More", permissions: ["event:void"] })),
      escalation,
    );
    assert.deepEqual(
      outcome(await kim.write("PUT", "/api/roles/keeper", { name: "Keeper", permissions: [...held, "user:update"] })),
      escalation,
    );
    assert.deepEqual(
      outcome(await kim.write("PUT", "/api/roles/night", { name: "Night", permissions: ["tariff:read"] })),
      escalation,
    );
    assert.deepEqual(outcome(await kim.write("DELETE", "/api/roles/night")), escalation);
    assert.equal(
      (await kim.write("POST", "/api/roles", { id: "less", name: "Less", permissions: ["tariff:read"] })).status,
      201,
    );
    assert.equal((await kim.write("PUT", "/api/roles/less", { name: "Less", permissions: ["role:read"] })).status, 200);
    assert.equal((await kim.write("DELETE", "/api/roles/less")).status, 204);
  }),
);

roles(
  "the list says how many users have each role, and that number is no part of the role",
  withBooth(async ({ admin }) => {
    const counts = async () =>
      Object.fromEntries(
        (await admin.get("/api/roles")).body.items.map((role: { id: string; users: number }) => [role.id, role.users]),
      );
    await admin.write("POST", "/api/roles", night);
    assert.deepEqual(await counts(), { admin: 1, cashier: 1, night: 0, operator: 1, readonly: 1 });
    const etag = String((await admin.get("/api/roles/cashier")).headers.etag);
    const maria = { username: "maria", displayName: "Maria", roleId: "cashier", password: "maria-pass" };
    const { id } = (await admin.write("POST", "/api/users", maria)).body;
    await admin.write("PUT", `/api/users/${id}`, { disabled: true });
    assert.equal((await counts()).cashier, 2, "a disabled user has the role still");
    const same = await admin.get("/api/roles/cashier");
    assert.deepEqual([same.headers.etag, same.body.users], [etag, undefined]);
    const edit = { name: "Till", permissions: same.body.permissions };
    assert.equal((await admin.write("PUT", "/api/roles/cashier", edit, { "if-match": etag })).status, 200);
  }),
);

roles.run();
