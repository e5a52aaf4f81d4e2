import assert from "node:assert/strict";
import { suite } from "uvu";
import { effectiveModules, MODULE_IDS, parseEntitledModules, resolveModuleActivation } from "../common/modules.ts";
import { openModuleHost } from "../daemon/modules/host.ts";
import type { Module } from "../daemon/modules/module.ts";
import { startBooth, type TestBooth } from "./helpers/booth.ts";

const modules = suite<{ running: TestBooth }>("modules");

modules.before.each(async (context) => {
  context.running = await startBooth();
});
modules.after.each(async ({ running }) => {
  await running.close();
});

modules("no list of entitled modules, or a blank one, means all of them", () => {
  for (const text of [undefined, "", " , "])
    assert.deepEqual(parseEntitledModules(text), { ok: true, modules: [...MODULE_IDS] });
});

modules("a list of entitled modules may have blanks and doubles, any order, and always has parking", () => {
  assert.deepEqual(parseEntitledModules(" carwash,validation , carwash"), {
    ok: true,
    modules: ["parking", "validation", "carwash"],
  });
  assert.deepEqual(parseEntitledModules("validation"), { ok: true, modules: ["parking", "validation"] });
});

modules("an entitled module that does not exist is refused by name", () => {
  const parsed = parseEntitledModules("parking,valet");
  assert.ok(!parsed.ok);
  assert.match(parsed.reason, /"valet"/);
});

modules(
  "activation is refused for what is unknown, not entitled, or lacks what it stands on, and without parking",
  () => {
    const reasonOf = (desired: string[], entitled: readonly (typeof MODULE_IDS)[number][] = MODULE_IDS) => {
      const resolved = resolveModuleActivation(desired, entitled);
      return resolved.ok ? null : resolved.reason;
    };
    assert.match(reasonOf(["parking", "valet"]) ?? "", /"valet" is not a module/);
    assert.match(reasonOf(["parking", "carwash"], ["parking", "validation"]) ?? "", /"carwash" is not entitled/);
    assert.match(reasonOf(["validation"]) ?? "", /"validation" needs module "parking"/);
    assert.match(reasonOf([]) ?? "", /"parking" is required/);
    assert.equal(reasonOf(["parking"]), null);
    assert.deepEqual(resolveModuleActivation(["carwash", "parking", "carwash"], MODULE_IDS), {
      ok: true,
      modules: ["parking", "carwash"],
    });
  },
);

modules("effective is what is entitled and activated, with parking whatever happens", () => {
  assert.deepEqual(effectiveModules(MODULE_IDS, null), ["parking", "validation", "carwash"]);
  assert.deepEqual(effectiveModules(["parking", "carwash"], null), ["parking", "carwash"]);
  assert.deepEqual(effectiveModules(["parking", "carwash"], ["parking", "validation", "carwash"]), [
    "parking",
    "carwash",
  ]);
  assert.deepEqual(effectiveModules(MODULE_IDS, ["parking"]), ["parking"]);
  assert.deepEqual(effectiveModules(MODULE_IDS, ["validation"]), ["parking", "validation"]);
  assert.deepEqual(effectiveModules(["validation"], null), [], "without parking nothing stands");
});

modules("a module's route wants a sign-in, then the module, then the permission", async ({ running }) => {
  const admin = await running.signIn("admin");
  // A role that may do nothing at all, to tell the two refusals apart.
  await admin.post("/api/roles", { id: "bare", name: "Bare", permissions: [] });
  await admin.post("/api/users", {
    username: "nobody",
    displayName: "Nobody",
    roleId: "bare",
    language: "en",
    password: "nobody-pass",
  });
  const nobody = await running.signIn("nobody");
  const stations = "/api/validation/stations";

  assert.equal((await running.anonymous.get(stations)).status, 401);
  const listed = await admin.get(stations);
  assert.deepEqual([listed.status, listed.body], [200, { items: [{ id: "bar" }], next: null }]);
  const unpermitted = await nobody.get(stations);
  assert.deepEqual([unpermitted.status, unpermitted.body.error], [403, "forbidden"]);

  await admin.put("/api/site-config", { modules: ["parking"] });
  assert.equal((await running.anonymous.get(stations)).status, 401);
  for (const client of [nobody, admin]) {
    const refused = await client.get(stations);
    assert.deepEqual([refused.status, refused.body.error], [403, "module_disabled"]);
  }

  await admin.put("/api/site-config", { modules: null });
  assert.equal((await admin.get(stations)).status, 200);
});

modules("a module that is not entitled is closed to everybody", async () => {
  const running = await startBooth({ env: { MODULES_ENTITLED: "parking,carwash" } });
  try {
    const admin = await running.signIn("admin");
    const refused = await admin.get("/api/validation/stations");
    assert.deepEqual([refused.status, refused.body.error], [403, "module_disabled"]);
    assert.deepEqual((await admin.get("/api/auth/me")).body.modules, ["parking", "carwash"]);
  } finally {
    await running.close();
  }
});

modules(
  "the host keeps exactly the effective modules running, and one that fails to start harms no other",
  async ({ running }) => {
    const log: string[] = [];
    const module = (id: Module["id"]): Module => ({
      id,
      start() {
        log.push(`start ${id}`);
        return () => void log.push(`stop ${id}`);
      },
    });
    const broken: Module = {
      id: "parking",
      start() {
        throw new Error("a module that cannot start");
      },
    };
    const host = openModuleHost(running.booth, [broken, module("validation"), module("carwash")]);
    const admin = await running.signIn("admin");
    assert.deepEqual(host.running(), ["validation", "carwash"]);

    await admin.put("/api/site-config", { modules: ["parking", "carwash"] });
    assert.deepEqual(host.running(), ["carwash"]);
    await admin.put("/api/site-config", { modules: ["parking", "carwash"] });
    await admin.put("/api/site-config", { modules: null });
    assert.deepEqual(host.running(), ["carwash", "validation"]);

    await host.close();
    assert.deepEqual(host.running(), []);
    assert.deepEqual(log, [
      "start validation",
      "start carwash",
      "stop validation",
      "start validation",
      "stop carwash",
      "stop validation",
    ]);
  },
);

modules("a module that is switched off is stopped before anybody else hears of it", async ({ running }) => {
  let isStopped = false;
  const stopping = () => {
    isStopped = true;
  };
  const host = openModuleHost(running.booth, [{ id: "carwash", start: () => stopping }]);
  const found: boolean[] = [];
  const leave = running.booth.bus.on("modulesChanged", () => found.push(isStopped));
  const admin = await running.signIn("admin");
  await admin.put("/api/site-config", { modules: ["parking"] });
  assert.deepEqual(found, [true]);
  leave();
  await host.close();
});

modules.run();
