import assert from "node:assert/strict";
import { suite } from "uvu";
import type { ListedRole, Role } from "../common/api/auth.ts";
import { type CliBench, openCliBench } from "./helpers/cli.ts";

const roles = suite<{ bench: CliBench }>("cli roles");

roles.before.each(async (context) => {
  context.bench = openCliBench();
  await context.bench.run(["seed-admin", "--password-stdin"], { input: "admin-pass\n" });
});

roles.after.each(({ bench }) => {
  bench.close();
});

const linesOf = (text: string) => text.trimEnd().split("\n");

roles("a role is copied, granted, revoked, compared and deleted", async ({ bench }) => {
  const role = async () => (await bench.json(["roles", "show", "night"])) as Role;
  assert.equal((await bench.run(["roles", "create", "night", "--copy", "cashier", "--name", "Night shift"])).code, 0);
  assert.equal((await role()).name, "Night shift");
  assert.equal((await bench.run(["roles", "grant", "night", "event:void", "event:read"])).code, 0);
  const diff = (await bench.json(["roles", "diff", "cashier", "night"])) as { only: Record<string, string[]> };
  assert.deepEqual(diff.only, { cashier: [], night: ["event:read", "event:void"] });
  assert.equal((await bench.run(["roles", "revoke", "night", "event:void", "event:read"])).code, 0);
  const same = await bench.run(["roles", "diff", "cashier", "night"]);
  assert.deepEqual([same.stdout, same.stderr], ["", "cashier and night may do the same.\n"]);
  assert.equal((await bench.run(["roles", "grant", "night", "no:such"])).code, 2);
  assert.equal((await bench.run(["roles", "grant", "admin", "event:void"])).code, 7);
  await bench.run(["users", "create", "maria", "--role", "night", "--password-stdin"], { input: "maria-pass" });
  assert.equal((await bench.run(["roles", "delete", "night", "--confirm", "night"])).code, 7);
  await bench.run(["users", "set-role", "maria", "cashier"]);
  for (const _ of [1, 2]) assert.equal((await bench.run(["roles", "delete", "night", "--confirm", "night"])).code, 0);
  assert.equal((await bench.run(["roles", "show", "night"])).code, 6);
  assert.equal(((await bench.json(["roles", "grid"])) as { permissions: string[] }).permissions.length, 26);
});

roles("a role gets another name to read, and doing it again is exit 0 and no event", async ({ bench }) => {
  const rename = ["roles", "rename", "cashier", "Till"];
  assert.equal((await bench.run(rename)).stderr, "The role cashier is called Till.\n");
  assert.equal((await bench.run(rename)).stderr, "The role cashier has this name already.\n");
  const { items } = (await bench.json(["ledger", "list", "--kind", "role_change"])) as { items: unknown[] };
  assert.equal(items.length, 1);
  const { name, permissions } = (await bench.json(["roles", "show", "cashier"])) as Role;
  assert.deepEqual([name, permissions.length], ["Till", 9]);
  assert.equal((await bench.run(["roles", "rename", "nonsense", "x"])).code, 6);
  assert.equal((await bench.run(["roles", "rename", "admin", "x"])).code, 7);
  assert.equal((await bench.run(["roles", "rename", "cashier", ""])).code, 2);
});

roles("a role is shown as the matrix of what it may do", async ({ bench }) => {
  const shown = linesOf((await bench.run(["roles", "show", "cashier"])).stdout);
  assert.deepEqual(shown.slice(-13), [
    "RESOURCE      CREATE  READ  UPDATE  DELETE  VOID  CASH",
    "user          ·       ·     ·       ·",
    "role          ·       ·     ·       ·",
    "tariff                ✓     ·",
    "subscription  ·       ✓     ·",
    "site                  ·     ·",
    "device                ✓     ·",
    "shift         ✓       ✓                           ✓",
    "payment       ✓",
    "session               ✓     ✓",
    "event                 ·                     ·",
    "report                ·",
    "✓ may   · may not",
  ]);
  const grid = (await bench.run(["roles", "grid"])).stdout;
  assert.equal(grid.split("✓").length - 1, 26);
});

roles("two roles are compared in the words of the matrix", async ({ bench }) => {
  await bench.run(["roles", "create", "night", "--copy", "cashier"]);
  await bench.run(["roles", "grant", "night", "event:read", "event:void"]);
  await bench.run(["roles", "revoke", "night", "shift:cash"]);
  assert.deepEqual(linesOf((await bench.run(["roles", "diff", "cashier", "night"])).stdout), [
    "RESOURCE  ACTION  CASHIER  NIGHT",
    "shift     cash    yes      no",
    "event     read    no       yes",
    "event     void    no       yes",
  ]);
});

roles("a change says what it adds and takes, and for how many users", async ({ bench }) => {
  const create = ["users", "create", "maria", "--role", "cashier", "--password-stdin"];
  await bench.run(create, { input: "maria-pass" });
  const granted = await bench.run(["roles", "grant", "cashier", "event:read", "report:read"]);
  assert.equal(granted.stderr, "The role cashier changed: +event:read +report:read, for 1 user.\n");
  const again = await bench.run(["roles", "grant", "cashier", "event:read"]);
  assert.equal(again.stderr, "The role cashier is so already.\n");
  const { items } = (await bench.json(["roles", "list"])) as { items: ListedRole[] };
  assert.deepEqual(Object.fromEntries(items.map(({ id, users }) => [id, users])), {
    admin: 1,
    cashier: 1,
    operator: 0,
    readonly: 0,
  });
});

roles.run();
