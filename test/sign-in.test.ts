import assert from "node:assert/strict";
import { suite } from "uvu";
import { openDb } from "../common/node/db.ts";
import { startBooth } from "./helpers/booth.ts";
import { type RawSignIn, sendJson, signInRaw } from "./helpers/raw.ts";

const signIn = suite("sign-in");

type Started = Awaited<ReturnType<typeof startBooth>>;

/** Runs a test on a whole booth and closes it whatever happens. */
const withBooth = (work: (started: Started) => Promise<void>) => async () => {
  const started = await startBooth();
  try {
    await work(started);
  } finally {
    await started.close();
  }
};

const login = async (url: string, username: string, password: string) => {
  const answer = await sendJson(url, "POST", "/api/auth/login", { username, password });
  return { status: answer.status, error: answer.body.error, headers: answer.headers, body: answer.body };
};

/** The data of the events of a kind, oldest first. */
const recorded = ({ booth }: Started, kind: string): Record<string, unknown>[] =>
  booth.db
    .prepare("SELECT data FROM events WHERE kind = ? ORDER BY seq")
    .all(kind)
    .map((row) => JSON.parse((row as { data: string }).data));

const meStatus = async (person: RawSignIn) => (await person.get("/api/auth/me")).status;

signIn(
  "the answer is the session user, and me adds the modules",
  withBooth(async ({ url }) => {
    const person = await signInRaw(url, "cashier");
    const { id, ...rest } = person.answer.body;
    assert.match(id, /^[\w-]{1,64}$/);
    assert.deepEqual(Object.keys(rest).sort(), [
      "displayName",
      "language",
      "permissions",
      "roleId",
      "roleName",
      "username",
    ]);
    assert.equal(rest.roleId, "cashier");
    assert.equal(rest.roleName, "Cashier");
    assert.ok(rest.permissions.includes("payment:create"));
    const me = await person.get("/api/auth/me");
    assert.deepEqual(me.body, { ...person.answer.body, modules: ["parking", "validation", "carwash"] });
  }),
);

signIn(
  "a wrong password, an unknown name and a disabled user are told apart by nothing",
  withBooth(async (started) => {
    const { url } = started;
    const admin = await signInRaw(url, "admin");
    const users = (await admin.get("/api/users")).body.items as { id: string; username: string }[];
    const readonly = users.find(({ username }) => username === "readonly")!;
    assert.equal((await admin.write("PUT", `/api/users/${readonly.id}`, { disabled: true })).status, 200);
    const answers = [
      await login(url, "cashier", "wrong"),
      await login(url, "nobody-of-that-name", "wrong"),
      await login(url, "readonly", "readonly-pass"),
      await login(url, "operator", `operator-pass${"x".repeat(100)}`),
    ];
    for (const { status, error, body } of answers) {
      assert.deepEqual([status, error], [401, "bad_credentials"]);
      assert.equal(body.message, answers[0]!.body.message);
    }
  }),
);

signIn(
  "names are the same in upper and lower case",
  withBooth(async ({ url }) => {
    assert.equal((await login(url, "CASHIER", "cashier-pass")).status, 200);
  }),
);

signIn(
  "who fails waits, by account and source, and is told how long",
  withBooth(async ({ url }) => {
    assert.equal((await login(url, "cashier", "wrong")).status, 401);
    const waiting = await login(url, "cashier", "cashier-pass");
    assert.deepEqual([waiting.status, waiting.error], [429, "rate_limited"]);
    assert.equal(waiting.headers["retry-after"], "1");
    assert.equal((await login(url, "CASHIER", "cashier-pass")).status, 429);
    assert.equal((await login(url, "operator", "operator-pass")).status, 200);
    assert.equal((await login(url, "nobody-here", "x")).status, 401);
    assert.equal((await login(url, "Nobody-Here", "x")).status, 429);
  }),
);

signIn(
  "many tries at once are one try: those behind the first failure wait",
  withBooth(async ({ url }) => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => login(url, "cashier", "wrong")));
    const statuses = answers.map(({ status }) => status).sort();
    assert.deepEqual(statuses, [401, 429, 429, 429, 429, 429, 429, 429]);
  }),
);

signIn(
  "signing in and out are recorded, failures of one account within a minute as one with a count",
  withBooth(async (started) => {
    const { url, clock } = started;
    for (let tries = 0; tries < 3; tries += 1) {
      assert.equal((await login(url, "cashier", "wrong")).status, 401);
      clock.advance(2 ** tries * 1000);
    }
    assert.equal((await login(url, "my-password-typed-as-a-name", "x")).status, 401);
    const person = await signInRaw(url, "cashier");
    const { id } = person.answer.body;
    // Who signs in has failed before that; of the others more may come.
    const failed = () => recorded(started, "sign_in_failed").map(({ userId, count }) => [userId, count]);
    assert.deepEqual(failed(), [[id, 3]]);
    clock.advance(60_000);
    await (await signInRaw(url, "admin")).get("/api/events");
    assert.deepEqual(failed().slice(1), [[null, 1]]);
    const last = recorded(started, "sign_in").find(({ userId }) => userId === id);
    await person.write("POST", "/api/auth/logout");
    const out = recorded(started, "sign_out");
    assert.deepEqual(out, [{ userId: id, signInId: last!.signInId, cause: "asked" }]);
    const chain = JSON.stringify(started.booth.db.prepare("SELECT data FROM events").all());
    assert.ok(!chain.includes("typed-as-a-name"), "the typed name is not kept");
  }),
);

signIn(
  "failures of one account and source are one event, whoever reads or signs in meanwhile, without the typed name",
  withBooth(async ({ url, clock }) => {
    const admin = await signInRaw(url, "admin");
    const read = async () => (await admin.get("/api/events?kind=sign_in_failed")).body.items;
    assert.equal((await login(url, "nobody-of-that-name", "x")).status, 401);
    assert.deepEqual(await read(), []);
    clock.advance(2000);
    await signInRaw(url, "operator");
    assert.equal((await login(url, "nobody-of-that-name", "x")).status, 401);
    clock.advance(58_000);
    assert.deepEqual(
      (await read()).map((event: { data: unknown; actor: unknown }) => [event.data, event.actor]),
      [
        [
          { userId: null, source: "127.0.0.1", count: 2 },
          { type: "system", id: "booth" },
        ],
      ],
    );
  }),
);

signIn(
  "gathered failures are recorded when their minute is over",
  withBooth(async (started) => {
    const { url, clock } = started;
    await login(url, "cashier", "wrong");
    clock.advance(5000);
    await login(url, "cashier", "wrong");
    assert.deepEqual(recorded(started, "sign_in_failed"), []);
    clock.advance(60_000);
    await login(url, "cashier", "wrong");
    await started.booth.ledger.commit({ type: "system", id: "test" }, () => null);
    assert.deepEqual(
      recorded(started, "sign_in_failed").map(({ count }) => count),
      [2],
    );
  }),
);

signIn(
  "unlocking asks for the password again, in the same sign-in, and slows down alike",
  withBooth(async ({ url }) => {
    const person = await signInRaw(url, "cashier");
    const unlock = async (password: string) => (await person.write("POST", "/api/auth/unlock", { password })).status;
    assert.equal(await unlock("cashier-pass"), 204);
    assert.equal(await unlock("wrong"), 401);
    assert.equal(await unlock("cashier-pass"), 429);
    assert.equal((await login(url, "cashier", "cashier-pass")).status, 429);
    assert.equal(await meStatus(person), 200);
  }),
);

signIn(
  "changing the password needs the current one and ends the other sign-ins",
  withBooth(async (started) => {
    const { url, clock } = started;
    const [here, there] = [await signInRaw(url, "cashier"), await signInRaw(url, "cashier")];
    const change = async (current: string, next: string) =>
      (await here.write("PUT", "/api/auth/password", { current, next })).status;
    assert.equal(await change("wrong", "next-pass"), 401);
    clock.advance(1000);
    assert.equal(await change("cashier-pass", "abc"), 400);
    assert.equal(await change("cashier-pass", "x".repeat(73)), 400);
    assert.equal(await change("cashier-pass", "next-pass"), 204);
    assert.deepEqual([await meStatus(here), await meStatus(there)], [200, 401]);
    assert.equal((await login(url, "cashier", "next-pass")).status, 200);
    assert.equal((await login(url, "cashier", "cashier-pass")).status, 401);
    assert.deepEqual(
      recorded(started, "sign_out").map(({ cause }) => cause),
      ["password"],
    );
  }),
);

signIn(
  "the language is the person's own to change",
  withBooth(async ({ url }) => {
    const person = await signInRaw(url, "readonly");
    const answer = await person.write("PUT", "/api/auth/language", { language: "de" });
    assert.deepEqual([answer.status, answer.body.language], [200, "de"]);
    assert.equal((await person.get("/api/auth/me")).body.language, "de");
    assert.equal((await person.write("PUT", "/api/auth/language", { language: "xx" })).status, 400);
  }),
);

signIn(
  "a sign-in that another process ends, or a user it disables, holds no longer",
  withBooth(async ({ url, booth }) => {
    const [cashier, operator] = [await signInRaw(url, "cashier"), await signInRaw(url, "operator")];
    assert.deepEqual([await meStatus(cashier), await meStatus(operator)], [200, 200]);
    const other = openDb(booth.db.name);
    try {
      other
        .prepare("UPDATE sign_ins SET ended_at = '2030-01-01T00:00:00.000Z' WHERE user_id = ?")
        .run(cashier.answer.body.id);
      assert.equal(await meStatus(cashier), 401);
      other.prepare("UPDATE users SET disabled = 1 WHERE username = 'operator'").run();
      assert.equal(await meStatus(operator), 401);
      other.prepare("UPDATE users SET disabled = 0 WHERE username = 'operator'").run();
      assert.equal(await meStatus(operator), 200);
    } finally {
      other.close();
    }
  }),
);

signIn(
  "with a broken ledger people still sign in to look, and out",
  withBooth(async ({ url, booth }) => {
    booth.ledger.declareBroken({ seq: 1, class: "edited", message: "made so by the test" });
    const events = () => booth.db.prepare("SELECT count(*) FROM events").pluck().get();
    const before = events();
    const person = await signInRaw(url, "admin");
    assert.equal(person.answer.status, 200);
    assert.equal((await person.get("/api/users")).status, 200);
    const refused = await person.write("PUT", "/api/auth/language", { language: "de" });
    assert.deepEqual([refused.status, refused.body.error], [503, "not_ready"]);
    assert.equal((await person.write("POST", "/api/auth/logout")).status, 204);
    assert.equal(await meStatus(person), 401);
    assert.equal(events(), before);
  }),
);

signIn(
  "a booth that can save no record signs nobody in and says why",
  withBooth(async ({ url, booth }) => {
    booth.db.pragma("query_only = ON");
    const refused = await login(url, "cashier", "cashier-pass");
    assert.deepEqual([refused.status, refused.error], [503, "not_ready"]);
    booth.db.pragma("query_only = OFF");
    assert.equal((await login(url, "cashier", "cashier-pass")).status, 200);
  }),
);

signIn.run();
