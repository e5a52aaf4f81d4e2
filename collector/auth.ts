import type { Context, Middleware } from "koa";
import { refuse } from "../common/errors.ts";
import { boothOfToken } from "./booths.ts";
import type { Needs } from "./context.ts";
import type { Credentials, Reviewer } from "./reviewer.ts";

const READING = ["GET", "HEAD", "OPTIONS"];

/** Lets a booth through that shows its token (RFC 6750) and its name. Stands before anything reads the body. */
export function requireBooth(collector: Needs<"db">): Middleware {
  return (ctx, next) => {
    const token = /^Bearer +([\w~+/.=-]{1,200})$/i.exec(ctx.get("authorization"))?.[1];
    const booth = token === undefined ? null : boothOfToken(collector, token);
    if (booth === null) challenge(ctx, 'Bearer realm="ingest"', "expected the token of a booth");
    if (ctx.get("x-booth-id") !== booth) refuse("forbidden", "X-Booth-Id: expected the booth that the token is of");
    ctx.state.boothId = booth;
    return next();
  };
}

/** The booth that `requireBooth` let through. */
export function boothOf(ctx: Context): string {
  const { boothId } = ctx.state as { boothId?: string };
  if (boothId === undefined) throw new Error("requireBooth must stand before this");
  return boothId;
}

/** Lets the reviewer through (RFC 7617); what changes something, only from a page of the collector's own. */
export function requireReviewer(reviewer: Reviewer): Middleware {
  return async (ctx, next) => {
    const given = credentialsOf(ctx.get("authorization"));
    if (!given || !(await reviewer.admits(given, ctx.ip)))
      challenge(ctx, 'Basic realm="review", charset="UTF-8"', "expected the reviewer's name and password");
    if (!READING.includes(ctx.method)) assertOwnPage(ctx);
    return next();
  };
}

function challenge(ctx: Context, scheme: string, message: string): never {
  ctx.set("WWW-Authenticate", scheme);
  ctx.set("Cache-Control", "no-store");
  refuse("unauthenticated", message);
}

function credentialsOf(header: string): Credentials | null {
  const encoded = /^Basic +([A-Za-z0-9+/]{1,2000}={0,2})$/i.exec(header)?.[1];
  if (encoded === undefined) return null;
  const text = Buffer.from(encoded, "base64").toString("utf8");
  const colon = text.indexOf(":");
  return colon < 0 ? null : { name: text.slice(0, colon), password: text.slice(colon + 1) };
}

/** For what a GET changes, too: a crop that another site's page leased would be kept from every reviewer. */
export const requireOwnPage: Middleware = (ctx, next) => {
  assertOwnPage(ctx);
  return next();
};

/** A browser adds the password to whatever another site's page asks for; it also says so (Fetch Metadata, Origin). */
function assertOwnPage(ctx: Context): void {
  const site = ctx.get("sec-fetch-site");
  const origin = ctx.get("origin");
  const isOwn = site !== "" ? ["same-origin", "none"].includes(site) : origin === "" || hostOf(origin) === ctx.host;
  if (!isOwn) refuse("origin_refused", "another site's page cannot do this");
}

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null;
}
