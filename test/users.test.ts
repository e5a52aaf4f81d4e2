import assert from "node:assert/strict";
import { suite } from "uvu";
import { openPasswords } from "../common/node/passwords.ts";
import { seedAdmin } from "../daemon/services/seed.ts";
import { startBooth } from "./helpers/booth.ts";
import { type RawAnswer, type RawSignIn, signInRaw } from "./helpers/raw.ts";

const users = suite("users");

type Started = Awaited<ReturnType<typeof startBooth>>;

interface Scene extends Started {
  admin: RawSignIn;
  /** The id of a seeded user. */
  idOf(username: string): string;
  /** A person with a role of exactly these permissions. */
  personWith(name: string, ...permissions: string[]): Promise<RawSignIn>;
}

const withBooth = (work: (scene: Scene) => Promise<void>) => async () => {
  const started = await startBooth();
  try {
    const admin = await signInRaw(started.url, "admin");
    const idOf = (username: string) =>
      String(started.booth.db.prepare("SELECT id FROM users WHERE username = ?").pluck().get(username));
    const personWith = async (name: string, ...permissions: string[]) => {
      assert.equal((await admin.write("POST", "/api/roles", { id: name, name, permissions })).status, 201);
      assert.equal((await admin.write("POST", "/api/users", newUser(name, name))).status, 201);
      return signInRaw(started.url, name);
    };
    await work({ ...started, admin, idOf, personWith });
  } finally {
    await started.close();
  }
};

const newUser = (username: string, roleId: string) => ({
  username,
  displayName: username,
  roleId,
  language: "en",
  password: `${username}-pass`,
});
const outcome = ({ status, body }: RawAnswer) => [status, body.error];
const eventsOf = ({ booth }: Started, kind: string) =>
  booth.db
    .prepare("SELECT data FROM events WHERE kind = ? ORDER BY seq")
    .all(kind)
    .map((row) => (row as { data: string }).data);

users(
  "a user is created, read, changed and deleted, each change recorded without the password",
  withBooth(async (scene) => {
    const { admin, url } = scene;
    const created = await admin.write("POST", "/api/users", newUser("maria", "cashier"));
    assert.equal(created.status, 201);
    const { id } = created.body;
    const maria = { id, username: "maria", displayName: "maria", roleId: "cashier", language: "en", disabled: false };
    assert.deepEqual(created.body, maria);
    assert.deepEqual((await admin.get(`/api/users/${id}`)).body, maria);
    assert.equal((await signInRaw(url, "maria")).answer.status, 200);
    const changed = await admin.write("PUT", `/api/users/${id}`, { displayName: "Maria", roleId: "operator" });
    assert.deepEqual(changed.body, { ...maria, displayName: "Maria", roleId: "operator" });
    assert.equal((await admin.write("DELETE", `/api/users/${id}`)).status, 204);
    assert.equal((await admin.get(`/api/users/${id}`)).status, 404);
    const mine = eventsOf(scene, "user_change").filter((data) => data.includes(id));
    assert.deepEqual(
      mine.map((data) => JSON.parse(data).change),
      ["created", "updated", "deleted"],
    );
    assert.deepEqual(JSON.parse(mine[1]!).after, { ...maria, displayName: "Maria", roleId: "operator" });
    assert.ok(!mine.join().includes("pass") && !mine.join().includes("$2b$"), "no password, no hash");
  }),
);

users(
  "the list is paged by name",
  withBooth(async ({ admin }) => {
    const first = (await admin.get("/api/users?limit=3")).body;
    assert.deepEqual(
      first.items.map((user: { username: string }) => user.username),
      ["admin", "cashier", "operator"],
    );
    const second = (await admin.get(`/api/users?limit=3&cursor=${first.next}`)).body;
    assert.deepEqual(
      [second.items.map((user: { username: string }) => user.username), second.next],
      [["readonly"], null],
    );
    assert.equal((await admin.get("/api/users?limit=0")).status, 400);
    assert.equal((await admin.get("/api/users?page=2")).status, 400);
  }),
);

users(
  "a name is taken whatever its case, an unknown role is an invalid input, an unknown user is not found",
  withBooth(async ({ admin, idOf }) => {
    assert.deepEqual(outcome(await admin.write("POST", "/api/users", newUser("CASHIER", "cashier"))), [
      409,
      "name_taken",
    ]);
    assert.deepEqual(outcome(await admin.write("PUT", `/api/users/${idOf("cashier")}`, { username: "Operator" })), [
      409,
      "name_taken",
    ]);
    assert.equal((await admin.write("PUT", `/api/users/${idOf("cashier")}`, { username: "Cashier" })).status, 200);
    const answer = await admin.write("POST", "/api/users", newUser("maria", "nothing"));
    assert.deepEqual(outcome(answer), [400, "invalid_input"]);
    assert.equal(answer.body.details[0].path, "roleId");
    for (const id of ["nobody", "__proto__", "constructor"]) {
      assert.deepEqual(outcome(await admin.write("PUT", `/api/users/${id}`, { disabled: true })), [404, "not_found"]);
      assert.deepEqual(outcome(await admin.write("DELETE", `/api/users/${id}`)), [404, "not_found"]);
    }
  }),
);

users(
  "what is not a user's member, or too long or short, is refused",
  withBooth(async ({ admin, idOf }) => {
    const bad = [
      { id: "x" },
      { builtin: true },
      { password: "abc" },
      { password: "x".repeat(73) },
      { password: "ü".repeat(37) },
      { username: "a b" },
      { username: "" },
      { displayName: "x".repeat(201) },
      { language: "xx" },
      { disabled: "yes" },
      { password_hash: "$2b$" },
    ];
    for (const change of bad) {
      assert.deepEqual(
        outcome(await admin.write("PUT", `/api/users/${idOf("cashier")}`, change)),
        [400, "invalid_input"],
        JSON.stringify(change),
      );
    }
  }),
);

users(
  "disabling, deleting and setting a password end the person's sign-ins at once",
  withBooth(async ({ admin, idOf, url }) => {
    const me = async (person: RawSignIn) => (await person.get("/api/auth/me")).status;
    const people = {
      cashier: await signInRaw(url, "cashier"),
      operator: await signInRaw(url, "operator"),
      readonly: await signInRaw(url, "readonly"),
    };
    for (const person of Object.values(people)) assert.equal(await me(person), 200);
    await admin.write("PUT", `/api/users/${idOf("cashier")}`, { disabled: true });
    await admin.write("PUT", `/api/users/${idOf("operator")}`, { password: "another-pass" });
    await admin.write("DELETE", `/api/users/${idOf("readonly")}`);
    for (const person of Object.values(people)) assert.equal(await me(person), 401);
    await admin.write("PUT", `/api/users/${idOf("cashier")}`, { disabled: false });
    assert.equal(await me(people.cashier), 401, "enabling again does not bring a sign-in back");
    assert.equal((await signInRaw(url, "operator", "another-pass")).answer.status, 200);
  }),
);

users(
  "the last administrator can be neither deleted, downgraded nor disabled",
  withBooth(async ({ admin, idOf }) => {
    const path = `/api/users/${idOf("admin")}`;
    const refused = async () => [
      outcome(await admin.write("DELETE", path)),
      outcome(await admin.write("PUT", path, { roleId: "operator" })),
      outcome(await admin.write("PUT", path, { disabled: true })),
    ];
    assert.deepEqual(await refused(), Array(3).fill([409, "last_admin"]));
    await admin.write("POST", "/api/users", newUser("second", "admin"));
    await admin.write("PUT", `/api/users/${idOf("second")}`, { disabled: true });
    assert.deepEqual(await refused(), Array(3).fill([409, "last_admin"]), "a disabled one does not count");
    await admin.write("PUT", `/api/users/${idOf("second")}`, { disabled: false });
    assert.equal((await admin.write("PUT", path, { roleId: "operator" })).status, 200);
  }),
);

users(
  "of two administrators who delete each other at once, one stays",
  withBooth(async ({ admin, idOf, url, booth }) => {
    await admin.write("POST", "/api/users", newUser("second", "admin"));
    const second = await signInRaw(url, "second");
    const answers = await Promise.all([
      admin.write("DELETE", `/api/users/${idOf("second")}`),
      second.write("DELETE", `/api/users/${idOf("admin")}`),
    ]);
    assert.equal(answers.filter(({ status }) => status === 204).length, 1);
    assert.equal(
      booth.db.prepare("SELECT count(*) FROM users WHERE role_id = 'admin' AND disabled = 0").pluck().get(),
      1,
    );
  }),
);

users(
  "of two requests that delete the last two administrators at once, one is refused",
  withBooth(async ({ admin, idOf, booth }) => {
    await admin.write("POST", "/api/users", newUser("second", "admin"));
    const answers = await Promise.all(
      ["second", "admin"].map((name) => admin.write("DELETE", `/api/users/${idOf(name)}`)),
    );
    assert.equal(answers.filter(({ status }) => status === 204).length, 1);
    assert.equal(
      booth.db.prepare("SELECT count(*) FROM users WHERE role_id = 'admin' AND disabled = 0").pluck().get(),
      1,
    );
  }),
);

users(
  "nobody gives a role, or touches a user, beyond what they hold",
  withBooth(async ({ admin, idOf, personWith }) => {
    const clerk = await personWith("clerk", "user:create", "user:read", "user:update", "user:delete", "tariff:read");
    const escalation = [403, "escalation"];
    assert.deepEqual(outcome(await clerk.write("POST", "/api/users", newUser("mole", "admin"))), escalation);
    assert.deepEqual(outcome(await clerk.write("POST", "/api/users", newUser("mole", "cashier"))), escalation);
    assert.deepEqual(outcome(await clerk.write("PUT", `/api/users/${idOf("clerk")}`, { roleId: "admin" })), escalation);
    for (const change of [
      { password: "mine-now" },
      { disabled: true },
      { displayName: "x" },
      { username: "x" },
      { roleId: "clerk" },
      { language: "de" },
      {},
    ]) {
      assert.deepEqual(
        outcome(await clerk.write("PUT", `/api/users/${idOf("admin")}`, change)),
        escalation,
        JSON.stringify(change),
      );
      assert.deepEqual(
        outcome(await clerk.write("PUT", `/api/users/${idOf("cashier")}`, change)),
        escalation,
        JSON.stringify(change),
      );
    }
    assert.deepEqual(outcome(await clerk.write("DELETE", `/api/users/${idOf("cashier")}`)), escalation);
    assert.equal(
      (await admin.write("POST", "/api/roles", { id: "small", name: "Small", permissions: ["tariff:read"] })).status,
      201,
    );
    assert.equal((await clerk.write("POST", "/api/users", newUser("helper", "small"))).status, 201);
    assert.equal(
      (await clerk.write("PUT", `/api/users/${idOf("helper")}`, { roleId: "clerk", password: "helper-pass2" })).status,
      200,
    );
  }),
);

users(
  "reading, creating, changing and deleting users each need their own permission",
  withBooth(async ({ idOf, personWith }) => {
    const reader = await personWith("reader", "user:read", "tariff:read");
    const path = `/api/users/${idOf("reader")}`;
    assert.equal((await reader.get("/api/users")).status, 200);
    assert.deepEqual(outcome(await reader.write("POST", "/api/users", newUser("a", "reader"))), [403, "forbidden"]);
    assert.deepEqual(outcome(await reader.write("PUT", path, { displayName: "x" })), [403, "forbidden"]);
    assert.deepEqual(outcome(await reader.write("DELETE", path)), [403, "forbidden"]);
    const maker = await personWith("maker", "user:create");
    assert.deepEqual(outcome(await maker.get("/api/users")), [403, "forbidden"]);
  }),
);

users(
  "the first administrator is made at the command line, and making it again changes nothing",
  withBooth(async (scene) => {
    const actor = { type: "cli", id: "root", permissions: [] } as const;
    const passwords = openPasswords(4);
    const seed = (username: string, password: string) =>
      seedAdmin(scene.booth, passwords, actor, { username, password });
    assert.equal((await seed("boss", "boss-pass")).created, true);
    assert.equal((await signInRaw(scene.url, "boss")).answer.body.roleId, "admin");
    const before = eventsOf(scene, "user_change").length;
    assert.equal((await seed("boss", "another-pass")).created, false);
    assert.equal(eventsOf(scene, "user_change").length, before);
    assert.equal((await signInRaw(scene.url, "boss")).answer.status, 200, "the password is the first one still");
    await assert.rejects(seed("cashier", "x-pass"), { code: "name_taken" });
  }),
);

users.run();
