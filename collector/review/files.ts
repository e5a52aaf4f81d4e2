import type { Middleware } from "koa";
import conditional from "koa-conditional-get";
import serve from "koa-static";
import { assetPath } from "../../common/node/assets.ts";

const YEAR_SECONDS = 365 * 24 * 3600;
const BASE = "/review";

/** The page at `/review` and its files below it; hashed ones are kept by the browser, the page is asked for each time. */
export function reviewFiles(): Middleware {
  const files = serve(assetPath("review"), {
    brotli: true,
    gzip: true,
    setHeaders(response, path) {
      response.setHeader("Vary", "Accept-Encoding");
      const isHashed = /-[A-Z0-9]{8}\.\w+(\.br|\.gz)?$/.test(path);
      response.setHeader("Cache-Control", isHashed ? `private, max-age=${YEAR_SECONDS}, immutable` : "no-cache");
    },
  });
  const unlessKnown = conditional();
  return (ctx, next) => {
    if (ctx.path === "/") return ctx.redirect(BASE);
    if (ctx.path !== BASE && !ctx.path.startsWith(`${BASE}/`)) return next();
    ctx.path = ctx.path.slice(BASE.length) || "/";
    return unlessKnown(ctx, () => files(ctx, next) as Promise<void>);
  };
}
