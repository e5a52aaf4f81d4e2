import Koa, { type Middleware } from "koa";
import { answerErrors } from "../common/node/http.ts";
import { logRequests } from "../common/node/request-log.ts";
import { securityHeaders } from "../common/node/security-headers.ts";
import { requireReviewer } from "./auth.ts";
import type { Collector } from "./context.ts";
import type { Intake } from "./ingest.ts";
import { openMetrics } from "./metrics.ts";
import { answerNoRoom } from "./no-room.ts";
import { reviewFiles } from "./review/files.ts";
import type { Reviewer } from "./reviewer.ts";
import { collectorRoutes } from "./routes.ts";

/** Puts the HTTP side of a collector together: every request passes here from top to bottom. */
export function createApp(collector: Collector, intake: Intake, reviewer: Reviewer): Koa {
  const koa = new Koa();
  koa.on("error", (error, ctx?: Koa.Context) =>
    collector.log.error({ err: error, requestId: ctx?.state.requestId }, "a response failed"),
  );
  const router = collectorRoutes(collector, intake, reviewer, openMetrics(collector));
  koa.use(logRequests(collector.log, collector.clock));
  koa.use(answerErrors(collector.log, "the collector"));
  koa.use(answerNoRoom(collector));
  koa.use(securityHeaders);
  koa.use(ownSiteOnly);
  koa.use(router.routes());
  koa.use(router.allowedMethods());
  koa.use(unlessMatched(requireReviewer(reviewer)));
  koa.use(unlessMatched(reviewFiles()));
  return koa;
}

/** Nothing is stored by a browser unless a route says so, and no other site may show a crop: a password opens it here. */
const ownSiteOnly: Middleware = (ctx, next) => {
  ctx.set("Cache-Control", "no-store");
  ctx.set("Cross-Origin-Resource-Policy", "same-origin");
  return next();
};

/** A path that is known takes other methods: the router says which. Whatever else there is, is for the reviewer. */
function unlessMatched(middleware: Middleware): Middleware {
  return (ctx, next) =>
    (ctx as { matched?: unknown[] }).matched?.length ? next() : (middleware(ctx, next) as Promise<void>);
}
