import Router from "@koa/router";
import * as v from "valibot";
import { SignIn, User, UserCreate, UserUpdate } from "../../../common/api/auth.ts";
import { pageOf, pageQuery } from "../../../common/api/parts.ts";
import { pageFrom, ShortListQuery } from "../../../common/api/short-list.ts";
import { answerResource, ifMatchOf, parseBody, parseQuery } from "../../../common/node/http.ts";
import type { Needs } from "../../context.ts";
import type { Door } from "../../services/door.ts";
import { endSignInOfUser, endSignInsOfUser, listSignIns } from "../../services/sign-ins-of-user.ts";
import { createUser, deleteUser, getUser, listUsers, updateUser } from "../../services/users.ts";
import { describeRoutes, type RouteTexts } from "../describe.ts";
import { actorOf, requirePermission } from "../guard.ts";
import { param } from "../params.ts";

const Listing = v.strictObject(pageQuery);

const TEXTS: RouteTexts = {
  "GET /api/users": { summary: "The people who can sign in", query: Listing, gives: pageOf(User) },
  "POST /api/users": {
    summary: "Make a user",
    body: UserCreate,
    gives: User,
    statuses: [201],
    tagged: true,
    refuses: ["escalation", "name_taken"],
  },
  "GET /api/users/:id": { summary: "One user", gives: User, tagged: true },
  "PUT /api/users/:id": {
    summary: "Change a user; an absent key stays as it is",
    body: UserUpdate,
    gives: User,
    tagged: true,
    ifMatch: true,
    refuses: ["escalation", "last_admin", "name_taken"],
  },
  "DELETE /api/users/:id": { summary: "Delete a user", ifMatch: true, refuses: ["escalation", "last_admin"] },
  "GET /api/users/:id/sign-ins": { summary: "A user's sign-ins", query: ShortListQuery, gives: pageOf(SignIn) },
  "DELETE /api/users/:id/sign-ins": { summary: "End all of a user's sign-ins", refuses: ["escalation"] },
  "DELETE /api/users/:id/sign-ins/:signIn": { summary: "End one of a user's sign-ins", refuses: ["escalation"] },
};

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
    const signIns = listSignIns(booth, id, { current: actorOf(ctx).signInId, lastSeen: door.lastSeen });
    ctx.body = pageFrom(signIns.items, parseQuery(ctx, ShortListQuery));
  });

  router.delete("/api/users/:id/sign-ins", requirePermission("user:update"), async (ctx) => {
    await endSignInsOfUser(booth, actorOf(ctx), param(ctx, "id"));
    ctx.status = 204;
  });

  router.delete("/api/users/:id/sign-ins/:signIn", requirePermission("user:update"), async (ctx) => {
    await endSignInOfUser(booth, actorOf(ctx), param(ctx, "id"), param(ctx, "signIn"));
    ctx.status = 204;
  });

  return describeRoutes(router, TEXTS);
}
