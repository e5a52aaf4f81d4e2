import type { Context, Middleware } from "koa";
import type { ModuleId } from "../../common/modules.ts";
import type { Door, Identity } from "../services/door.ts";

export const TOKEN_COOKIE = "parking_token";
export const CSRF_COOKIE = "parking_csrf";

/** Who sends a request, found out when somebody asks. */
export interface Caller {
  /** Null without a sign-in that holds now. */
  readonly identity: Identity | null;
  /** The CSRF cookie; null where there is none, or more than one. */
  readonly csrfCookie: string | null;
  /** The modules effective at this moment. */
  modules(): readonly ModuleId[];
}

/** The one cookie of a name; null where there is none, or where two make it doubtful which was meant. */
export function cookieOf(header: string | undefined, name: string): string | null {
  let found: string | null = null;
  for (const pair of (header ?? "").split(";")) {
    const at = pair.indexOf("=");
    if (at < 0 || pair.slice(0, at).trim() !== name) continue;
    if (found !== null) return null;
    found = pair.slice(at + 1).trim();
  }
  return found;
}

/** Who the Cookie header of a request or of a socket's upgrade stands for now, or null. */
export function whoIs(door: Door, cookieHeader: string | undefined): Identity | null {
  const token = cookieOf(cookieHeader, TOKEN_COOKIE);
  return token ? door.identityOf(token) : null;
}

/** Lets the guards ask who sends a request. Stands before the routes. */
export function identify(door: Door): Middleware {
  return (ctx, next) => {
    const header = ctx.req.headers.cookie;
    let known: Identity | null | undefined;
    const caller: Caller = {
      get identity() {
        if (known === undefined) known = whoIs(door, header);
        return known;
      },
      get csrfCookie() {
        return cookieOf(header, CSRF_COOKIE);
      },
      modules: door.modules,
    };
    ctx.state.caller = caller;
    return next();
  };
}

/** The caller of a request that came through `identify`. */
export function callerOf(ctx: Pick<Context, "state">): Caller {
  const caller = (ctx.state as { caller?: Caller }).caller;
  if (!caller) throw new Error("identify must stand before the routes");
  return caller;
}
