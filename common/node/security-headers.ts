import type { Middleware } from "koa";

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "connect-src 'self' ws: wss:",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");

/** What browsers are told to refuse on our behalf. Whether TLS is forced is for what stands before the booth to say. */
const HEADERS = {
  "Content-Security-Policy": POLICY,
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
};

/** Sets the same headers on every answer; nothing of the API is ever stored by a browser. */
export const securityHeaders: Middleware = (ctx, next) => {
  ctx.set(HEADERS);
  if (ctx.path.startsWith("/api/")) ctx.set("Cache-Control", "no-store");
  return next();
};
