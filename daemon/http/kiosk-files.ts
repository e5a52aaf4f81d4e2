import type { Middleware } from "koa";
import conditional from "koa-conditional-get";
import serve from "koa-static";
import { assetPath } from "../../common/node/assets.ts";

const YEAR_MS = 365 * 24 * 3600 * 1000;

/** A built page: hashed files are kept by the browser for ever, the page itself is asked for each time. */
export function builtFiles(name: string): Middleware {
  const files = serve(assetPath(name), {
    brotli: true,
    gzip: true,
    setHeaders(response, path) {
      response.setHeader("Vary", "Accept-Encoding");
      const hashed = /-[A-Z0-9]{8}\.\w+(\.br|\.gz)?$/.test(path);
      response.setHeader("Cache-Control", hashed ? `public, max-age=${YEAR_MS / 1000}, immutable` : "no-cache");
    },
  });
  const unlessKnown = conditional();
  return (ctx, next) => unlessKnown(ctx, () => files(ctx, next) as Promise<void>);
}

/** The kiosk, at every path that is none of the API's. */
export function kioskFiles(): Middleware {
  const files = builtFiles("kiosk");
  return (ctx, next) => (ctx.path.startsWith("/api/") ? next() : files(ctx, next));
}
