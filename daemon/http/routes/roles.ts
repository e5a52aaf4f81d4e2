import Router from "@koa/router";
import * as v from "valibot";
import { RoleCreate, RoleUpdate } from "../../../common/api/auth.ts";
import { pageQuery } from "../../../common/api/parts.ts";
import { answerResource, ifMatchOf, parseBody, parseQuery } from "../../../common/node/http.ts";
import { ACTIONS, GRID, RESOURCES } from "../../../common/permissions.ts";
import type { Needs } from "../../context.ts";
import { createRole, deleteRole, getRole, listRoles, updateRole } from "../../services/roles.ts";
import { actorOf, requirePermission } from "../guard.ts";
import { param } from "../params.ts";

const Listing = v.strictObject(pageQuery);

/** The roles, and the grid of what a role can hold. */
export function roleRoutes(booth: Needs<"db" | "ledger" | "bus">): Router {
  const router = new Router({ sensitive: true, strict: true });

  router.get("/api/roles", requirePermission("role:read"), (ctx) => {
    ctx.body = listRoles(booth, parseQuery(ctx, Listing));
  });

  router.get("/api/roles/grid", requirePermission("role:read"), (ctx) => {
    ctx.body = { resources: RESOURCES, actions: ACTIONS, grid: GRID };
  });

  router.post("/api/roles", requirePermission("role:create"), async (ctx) => {
    answerResource(ctx, await createRole(booth, actorOf(ctx), parseBody(ctx, RoleCreate)));
    ctx.status = 201;
  });

  router.get("/api/roles/:id", requirePermission("role:read"), (ctx) => {
    answerResource(ctx, getRole(booth, param(ctx, "id")));
  });

  router.put("/api/roles/:id", requirePermission("role:update"), async (ctx) => {
    answerResource(
      ctx,
      await updateRole(booth, actorOf(ctx), param(ctx, "id"), parseBody(ctx, RoleUpdate), ifMatchOf(ctx)),
    );
  });

  router.delete("/api/roles/:id", requirePermission("role:delete"), async (ctx) => {
    await deleteRole(booth, actorOf(ctx), param(ctx, "id"), ifMatchOf(ctx));
    ctx.status = 204;
  });

  return router;
}
