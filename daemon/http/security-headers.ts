import type { Middleware } from "koa";
import helmet from "koa-helmet";

const protect = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", "blob:", "data:"],
      connectSrc: ["'self'", "ws:", "wss:"],
      manifestSrc: ["'self'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
  },
  referrerPolicy: { policy: "no-referrer" },
  // Whether the booth is reached over TLS is for what stands before it to say.
  hsts: false,
});

/** What browsers are told to refuse on our behalf; nothing of the API is ever stored. */
export const securityHeaders: Middleware = async (ctx, next) => {
  if (ctx.path.startsWith("/api/")) ctx.set("Cache-Control", "no-store");
  await protect(ctx, next);
};
