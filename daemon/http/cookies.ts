import type { Context } from "koa";
import { CSRF_COOKIE, TOKEN_COOKIE } from "./identity.ts";

/** 30 days, so that a browser that restarts does not sign an operator out. */
const MAX_AGE_SECONDS = 2_592_000;

interface CookiePolicy {
  cookieSecure: boolean;
}

/** Hands out both cookies of a sign-in: the token, which scripts cannot read, and the CSRF value, which they must. */
export function setSignInCookies(ctx: Context, policy: CookiePolicy, signedIn: { token: string; csrf: string }): void {
  write(ctx, policy, MAX_AGE_SECONDS, signedIn.token, signedIn.csrf);
}

/** Takes both cookies back. */
export function clearSignInCookies(ctx: Context, policy: CookiePolicy): void {
  write(ctx, policy, 0, "", "");
}

/** Koa's own cookies refuse `Secure` over plain http, as behind a proxy that ends TLS, and never write Max-Age. */
function write(ctx: Context, { cookieSecure }: CookiePolicy, maxAge: number, token: string, csrf: string): void {
  const rest = `Path=/; Max-Age=${maxAge}; SameSite=Strict${cookieSecure ? "; Secure" : ""}`;
  ctx.set("Set-Cookie", [`${TOKEN_COOKIE}=${token}; HttpOnly; ${rest}`, `${CSRF_COOKIE}=${csrf}; ${rest}`]);
}
