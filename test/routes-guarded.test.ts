import assert from "node:assert/strict";
import Router from "@koa/router";
import { suite } from "uvu";
import { openRoute, requireModule, requirePermission, surveyRoutes } from "../daemon/http/guard.ts";
import { startBooth } from "./helpers/booth.ts";
import { send } from "./helpers/raw.ts";

const guarded = suite("routes guarded");

/** Every route that anybody may use. A route that is missing here, or here in vain, fails the test. */
const OPEN = [
  "GET /api/hello",
  "GET /api/live",
  "GET /api/openapi.json",
  "GET /api/setup/catalog",
  "GET /healthz",
  "GET /metrics",
  "GET /readyz",
  "POST /api/auth/login",
  "POST /api/ingress/camera/:lane",
  "POST /api/ingress/presence/:lane",
  "POST /api/ingress/qr/:lane",
  "POST /api/ingress/reader/:lane",
];

guarded("each route is guarded, or in the list of open ones", async () => {
  const { daemon, close } = await startBooth();
  try {
    const surveys = daemon.app.routers.map(surveyRoutes);
    assert.deepEqual(
      surveys.flatMap(({ unguarded }) => unguarded),
      [],
    );
    const open = surveys.flatMap((survey) => survey.open);
    assert.deepEqual(open.sort(), OPEN);
    assert.ok(surveys.flatMap((survey) => survey.guarded).length > 40);
  } finally {
    await close();
  }
});

guarded("each guarded route answers a stranger 401", async () => {
  const { daemon, url, close } = await startBooth();
  try {
    for (const route of daemon.app.routers.flatMap((router) => surveyRoutes(router).guarded)) {
      const [method, path] = route.split(" ");
      const answer = await send(url, method!, path!.replace(/:\w+/g, "1"));
      assert.deepEqual([answer.status, answer.body.error], [401, "unauthenticated"], route);
    }
  } finally {
    await close();
  }
});

guarded("a route without a guard, or with one that comes too late, is found", () => {
  const router = new Router();
  router.get("/kept", requirePermission("user:read"), () => {});
  router.get("/module", requireModule("carwash"), requirePermission("user:read"), () => {});
  router.get("/open", openRoute(), () => {});
  router.post("/forgotten", () => {});
  router.put(
    "/late",
    (_ctx, next) => next(),
    requirePermission("user:read"),
    () => {},
  );
  router.get("/only-module", requireModule("carwash"), () => {});
  assert.deepEqual(surveyRoutes(router), {
    guarded: ["GET /kept", "GET /module"],
    open: ["GET /open"],
    unguarded: ["POST /forgotten", "PUT /late", "GET /only-module"],
  });
});

guarded.run();
