import Router from "@koa/router";
import * as v from "valibot";
import { ListedRole, PermissionGrid, Role, RoleCreate, RoleUpdate } from "../../../common/api/auth.ts";
import { pageOf, pageQuery } from "../../../common/api/parts.ts";
import { answerResource, ifMatchOf, parseBody, parseQuery } from "../../../common/node/http.ts";
import { ACTIONS, GRID, RESOURCES } from "../../../common/permissions.ts";
import type { Needs } from "../../context.ts";
import { createRole, deleteRole, getRole, listRoles, updateRole } from "../../services/roles.ts";
import { describeRoutes, type RouteTexts } from "../describe.ts";
import { actorOf, requirePermission } from "../guard.ts";
import { param } from "../params.ts";

const Listing = v.strictObject(pageQuery);

const TEXTS: RouteTexts = {
  "GET /api/roles": { summary: "The roles, with how many users have each", query: Listing, gives: pageOf(ListedRole) },
  "GET /api/roles/grid": { summary: "All that a role can hold", gives: PermissionGrid },
  "POST /api/roles": {
    summary: "Make a role",
    body: RoleCreate,
    gives: Role,
    statuses: [201],
    tagged: true,
    refuses: ["escalation", "name_taken"],
  },
  "GET /api/roles/:id": { summary: "One role", gives: Role, tagged: true },
  "PUT /api/roles/:id": {
    summary: "Change a role; the permissions are the whole set",
    body: RoleUpdate,
    gives: Role,
    tagged: true,
    ifMatch: true,
    refuses: ["builtin_role", "escalation"],
  },
  "DELETE /api/roles/:id": {
    summary: "Delete a role that nobody has",
    ifMatch: true,
    refuses: ["builtin_role", "escalation", "role_in_use"],
  },
};

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

  return describeRoutes(router, TEXTS);
}
