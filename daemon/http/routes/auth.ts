import Router from "@koa/router";
import {
  Credentials,
  LanguageChoice,
  Me,
  PasswordChange,
  SessionUser,
  SignIn,
  Unlock,
} from "../../../common/api/auth.ts";
import { pageOf } from "../../../common/api/parts.ts";
import { pageFrom, ShortListQuery } from "../../../common/api/short-list.ts";
import { answerResource, jsonBody, parseBody, parseQuery } from "../../../common/node/http.ts";
import type { Needs } from "../../context.ts";
import type { Door } from "../../services/door.ts";
import { changeLanguage, changePassword, signIn, signOut, unlock } from "../../services/sign-in.ts";
import { endOwnSignIn, listSignIns } from "../../services/sign-ins-of-user.ts";
import { agentOf } from "../agent.ts";
import { clearSignInCookies, setSignInCookies } from "../cookies.ts";
import { describeRoutes, type RouteTexts } from "../describe.ts";
import { identityOf, openRoute, refuseCrossSite, requireSignedIn } from "../guard.ts";
import { callerOf } from "../identity.ts";
import { param } from "../params.ts";

const TEXTS: RouteTexts = {
  "POST /api/auth/login": {
    summary: "Sign in; sets the cookies parking_token and parking_csrf",
    body: Credentials,
    gives: SessionUser,
    refuses: ["bad_credentials", "rate_limited", "origin_refused"],
  },
  "POST /api/auth/logout": { summary: "Sign out; the token is worth nothing from then on" },
  "GET /api/auth/me": { summary: "Who is signed in, and which modules are effective", gives: Me, tagged: true },
  "PUT /api/auth/language": { summary: "Choose one's own language", body: LanguageChoice, gives: SessionUser },
  "POST /api/auth/unlock": {
    summary: "Unlock the screen with one's password",
    body: Unlock,
    refuses: ["bad_credentials", "rate_limited"],
  },
  "PUT /api/auth/password": {
    summary: "Change one's own password; ends one's other sign-ins",
    body: PasswordChange,
    refuses: ["bad_credentials", "rate_limited"],
  },
  "GET /api/auth/sign-ins": { summary: "One's own sign-ins", query: ShortListQuery, gives: pageOf(SignIn) },
  "DELETE /api/auth/sign-ins/:signIn": { summary: "End one of one's own sign-ins" },
};

/** Signing in and out, and what people change about themselves. */
export function authRoutes(booth: Needs<"config" | "db" | "ledger" | "clock" | "bus" | "log">, door: Door): Router {
  const router = new Router({ sensitive: true, strict: true });

  router.post("/api/auth/login", openRoute(), refuseCrossSite, jsonBody, async (ctx) => {
    const signedIn = await signIn(booth, door, {
      ...parseBody(ctx, Credentials),
      source: ctx.ip,
      agent: agentOf(ctx.get("user-agent")),
    });
    setSignInCookies(ctx, booth.config, signedIn);
    ctx.body = signedIn.user;
  });

  router.post("/api/auth/logout", requireSignedIn(), async (ctx) => {
    await signOut(booth, identityOf(ctx));
    clearSignInCookies(ctx, booth.config);
    ctx.status = 204;
  });

  router.get("/api/auth/me", requireSignedIn(), (ctx) => {
    const me: Me = { ...identityOf(ctx).user, modules: [...callerOf(ctx).modules()] };
    answerResource(ctx, me);
  });

  router.put("/api/auth/language", requireSignedIn(), async (ctx) => {
    ctx.body = await changeLanguage(booth, identityOf(ctx), parseBody(ctx, LanguageChoice).language);
  });

  router.post("/api/auth/unlock", requireSignedIn(), async (ctx) => {
    await unlock(booth, door, identityOf(ctx), { ...parseBody(ctx, Unlock), source: ctx.ip });
    ctx.status = 204;
  });

  router.put("/api/auth/password", requireSignedIn(), async (ctx) => {
    await changePassword(booth, door, identityOf(ctx), { ...parseBody(ctx, PasswordChange), source: ctx.ip });
    ctx.status = 204;
  });

  router.get("/api/auth/sign-ins", requireSignedIn(), (ctx) => {
    const { actor } = identityOf(ctx);
    const signIns = listSignIns(booth, actor.id, { current: actor.signInId, lastSeen: door.lastSeen });
    ctx.body = pageFrom(signIns.items, parseQuery(ctx, ShortListQuery));
  });

  router.delete("/api/auth/sign-ins/:signIn", requireSignedIn(), async (ctx) => {
    await endOwnSignIn(booth, identityOf(ctx).actor, param(ctx, "signIn"));
    ctx.status = 204;
  });

  return describeRoutes(router, TEXTS);
}
