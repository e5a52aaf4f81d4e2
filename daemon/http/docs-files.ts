import type { Middleware } from "koa";
import { builtFiles } from "./kiosk-files.ts";

const BASE = "/api/docs";

/** The page that shows the API's document, and its files below it. Open, as the document is. */
export function docsFiles(): Middleware {
  const files = builtFiles("api-docs");
  return (ctx, next) => {
    if (ctx.path !== BASE && !ctx.path.startsWith(`${BASE}/`)) return next();
    ctx.path = ctx.path.slice(BASE.length) || "/";
    return files(ctx, next);
  };
}
