import Router from "@koa/router";
import * as v from "valibot";
import { UserCreate, UserUpdate } from "../../../common/api/auth.ts";
import { pageQuery } from "../../../common/api/parts.ts";
import { answerResource, ifMatchOf, parseBody, parseQuery } from "../../../common/node/http.ts";
import type { Needs } from "../../context.ts";
import type { Door } from "../../services/door.ts";
import { endSignInOfUser, endSignInsOfUser, listSignIns } from "../../services/sign-ins-of-user.ts";
import { createUser, deleteUser, getUser, listUsers, updateUser } from "../../services/users.ts";
import { actorOf, requirePermission } from "../guard.ts";
import { param } from "../params.ts";

const Listing = v.strictObject(pageQuery);

/** The people who can sign in. */
export function userRoutes(booth: Needs<"db" | "ledger" | "clock" | "bus" | "log">, door: Door): Router {
  const router = new Router({ sensitive: true, strict: true });

  router.get("/api/users", requirePermission("user:read"), (ctx) => {
    ctx.body = listUsers(booth, parseQuery(ctx, Listing));
  });

  router.post("/api/users", requirePermission("user:create"), async (ctx) => {
    answerResource(ctx, await createUser(booth, door.passwords, actorOf(ctx), parseBody(ctx, UserCreate)));
    ctx.status = 201;
  });

  router.get("/api/users/:id", requirePermission("user:read"), (ctx) => {
    answerResource(ctx, getUser(booth, param(ctx, "id")));
  });

  router.put("/api/users/:id", requirePermission("user:update"), async (ctx) => {
    const change = parseBody(ctx, UserUpdate);
    const user = await updateUser(booth, door.passwords, actorOf(ctx), param(ctx, "id"), change, ifMatchOf(ctx));
    answerResource(ctx, user);
  });

  router.delete("/api/users/:id", requirePermission("user:delete"), async (ctx) => {
    await deleteUser(booth, actorOf(ctx), param(ctx, "id"), ifMatchOf(ctx));
    ctx.status = 204;
  });

  router.get("/api/users/:id/sign-ins", requirePermission("user:read"), (ctx) => {
    const { id } = getUser(booth, param(ctx, "id"));
    ctx.body = listSignIns(booth, id, { current: actorOf(ctx).signInId, lastSeen: door.lastSeen });
  });

  router.delete("/api/users/:id/sign-ins", requirePermission("user:update"), async (ctx) => {
    await endSignInsOfUser(booth, actorOf(ctx), param(ctx, "id"));
    ctx.status = 204;
  });

  router.delete("/api/users/:id/sign-ins/:signIn", requirePermission("user:update"), async (ctx) => {
    await endSignInOfUser(booth, actorOf(ctx), param(ctx, "id"), param(ctx, "signIn"));
    ctx.status = 204;
  });

  return router;
}
