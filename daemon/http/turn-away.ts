import type { Middleware } from "koa";
import type { Reads } from "../services/reads.ts";

const INGRESS = "/api/ingress/";

/**
 * Turns away sources that send more to the devices' door than any device would, before anything else is done for them: a
 * flood must cost the booth as little as can be. Browsers are refused there anyway, and do not count.
 */
export function turnAwayFloods(reads: Reads): Middleware {
  return (ctx, next) => {
    const isDevice = ctx.path.startsWith(INGRESS) && !ctx.headers.origin && !ctx.headers["sec-fetch-site"];
    if (!isDevice || reads.limit.mayCome(ctx.ip)) return next();
    ctx.status = 429;
    ctx.set("Retry-After", "1");
    ctx.body = {
      error: "rate_limited",
      message: "expected fewer reads a second from one source",
      requestId: ctx.state.requestId,
    };
    return undefined;
  };
}
