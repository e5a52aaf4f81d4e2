import { createHash, timingSafeEqual } from "node:crypto";
import type Router from "@koa/router";
import type { Context, Middleware } from "koa";
import { refuse } from "../../common/errors.ts";
import type { ModuleId } from "../../common/modules.ts";
import { jsonBody } from "../../common/node/http.ts";
import { ADMIN_ROLE, lacking, type Permission } from "../../common/permissions.ts";
import type { Actor } from "../context.ts";
import { canonical } from "../ledger/seal.ts";
import type { Identity } from "../services/door.ts";
import { type Caller, callerOf } from "./identity.ts";

/** What a guard asks of who comes: permissions, all of them; that somebody is signed in; the administrator's role. */
export type Asked = readonly Permission[] | "sign-in" | "admin";

const READING = ["GET", "HEAD", "OPTIONS"];
const guards = new WeakMap<object, Asked>();
const moduleGuards = new WeakMap<object, ModuleId>();
const openMarks = new WeakSet<object>();

/** Lets through who holds all of these permissions. */
export function requirePermission(...needed: Permission[]): Middleware {
  return guard(needed, ({ user }) => assertHolds(user.permissions, needed));
}

function assertHolds(held: readonly Permission[], needed: readonly Permission[]): void {
  const missing = lacking(held, needed);
  if (missing.length > 0) refuse("forbidden", `this needs the permission ${missing.join(", ")}`);
}

/** As `requirePermission`, for a path that takes another body than JSON of the usual size. */
export function requirePermissionForBody(parseBody: Middleware, ...needed: Permission[]): Middleware {
  return guard(needed, ({ user }) => assertHolds(user.permissions, needed), parseBody);
}

/** Lets through who is signed in, whatever they may do. */
export function requireSignedIn(): Middleware {
  return guard("sign-in", () => {});
}

/** Lets through who has the built-in administrator's role. */
export function requireAdminRole(): Middleware {
  return guard("admin", ({ user }) => {
    if (user.roleId !== ADMIN_ROLE) refuse("forbidden", "this needs the administrator's role");
  });
}

/** Marks a route as open to anybody. What it must still check, it checks itself. */
export function openRoute(): Middleware {
  const mark: Middleware = (_ctx, next) => next();
  openMarks.add(mark);
  return mark;
}

/** Lets through while the module is effective; stands before the guard of the permission, which it does not replace. */
export function requireModule(id: ModuleId): Middleware {
  const middleware: Middleware = (ctx, next) => {
    admit(ctx);
    if (!callerOf(ctx).modules().includes(id))
      refuse("module_disabled", `the module ${id} is not active at this booth`);
    return next();
  };
  moduleGuards.set(middleware, id);
  return middleware;
}

/** Sign-in (401), CSRF (403), what the route asks for (403), and only then the body (4xx), in this order and in one place. */
function guard(asked: Asked, check: (identity: Identity) => void, parseBody: Middleware = jsonBody): Middleware {
  const middleware: Middleware = (ctx, next) => {
    check(admit(ctx));
    return parseBody(ctx, next);
  };
  guards.set(middleware, asked);
  return middleware;
}

function admit(ctx: Context): Identity {
  const caller = callerOf(ctx);
  const identity = caller.identity ?? refuse("unauthenticated", "please sign in");
  if (READING.includes(ctx.method)) return identity;
  assertSameSite(ctx);
  assertCsrf(ctx, caller, identity);
  return identity;
}

/** Refuses what a page of another site makes a browser send; for the open route that mutates, which is the sign-in. */
export const refuseCrossSite: Middleware = (ctx, next) => {
  assertSameSite(ctx);
  return next();
};

/** Browsers say themselves where a request comes from (Fetch Metadata). */
function assertSameSite(ctx: Context): void {
  if (ctx.get("sec-fetch-site") === "cross-site") refuse("origin_refused", "another site's page cannot do this");
}

/** The double submit: the header, the readable cookie and the token's claim are one value. */
function assertCsrf(ctx: Context, caller: Caller, identity: Identity): void {
  const header = ctx.get("x-csrf-token");
  const cookie = caller.csrfCookie ?? "";
  const matches = isSame(header, identity.csrf);
  if (!isSame(cookie, identity.csrf) || !matches)
    refuse("csrf_mismatch", "the request lacks the value that shows it is meant");
}

/** Compares in a time that does not depend on where two texts differ. */
function isSame(a: string, b: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}

const KEY = /^[\x21-\x7e]{1,200}$/;

/**
 * Makes a request that is sent twice do its work once: the actor carries the `Idempotency-Key`, and the ledger gives the
 * first answer again. A key holds for one method and path; there, another body under the same key is refused.
 */
export const idempotent: Middleware = (ctx, next) => {
  const key = ctx.get("idempotency-key");
  if (!KEY.test(key)) {
    const details = [{ path: "Idempotency-Key", message: "expected a header of 1 to 200 visible ASCII characters" }];
    refuse("invalid_input", "the headers: Idempotency-Key: expected 1 to 200 visible ASCII characters", { details });
  }
  const body = (ctx.request as { body?: unknown }).body ?? null;
  const fingerprint = createHash("sha256")
    .update(`${ctx.method} ${ctx.path}\n${canonical(body)}`)
    .digest("base64url");
  ctx.state.once = { key: `${ctx.method} ${ctx.path} ${key}`, fingerprint };
  return next();
};

/** As `idempotent` where the request carries a key, and nothing where it does not. */
export const idempotentIfAsked: Middleware = (ctx, next) =>
  ctx.get("idempotency-key") === "" ? next() : idempotent(ctx, next);

/** Who acts in a guarded request. After `idempotent` the actor's work is done once. */
export function actorOf(ctx: Pick<Context, "state">): Actor {
  const { once } = ctx.state as { once?: Actor["once"] };
  const { actor } = identityOf(ctx);
  return once ? { ...actor, once } : actor;
}

/** Who sends a guarded request, as person and sign-in. */
export function identityOf(ctx: Pick<Context, "state">): Identity {
  return callerOf(ctx).identity ?? refuse("unauthenticated", "please sign in");
}

/** What the guards among the steps of a route ask; null where it is open. */
export function askedBy(steps: readonly object[]): { asked: Asked | null; module: ModuleId | null } {
  const first = <T>(known: WeakMap<object, T>) => steps.map((step) => known.get(step)).find((one) => one !== undefined);
  return { asked: first(guards) ?? null, module: first(moduleGuards) ?? null };
}

/** The routes of a router by how they are kept: by a guard, open on purpose, or neither, which is a mistake. */
export function surveyRoutes(router: Router): { guarded: string[]; open: string[]; unguarded: string[] } {
  const survey = { guarded: [] as string[], open: [] as string[], unguarded: [] as string[] };
  for (const { stack, methods, path } of router.stack) {
    // What runs before the guard is not kept by it; only the module's own guard may.
    const first = stack.find((step) => !moduleGuards.has(step));
    const kept =
      first && guards.has(first) ? survey.guarded : first && openMarks.has(first) ? survey.open : survey.unguarded;
    kept.push(...methods.filter((method) => method !== "HEAD").map((method) => `${method} ${String(path)}`));
  }
  return survey;
}
