import type { RequestListener } from "node:http";
import Router from "@koa/router";
import Koa from "koa";
import { answerErrors } from "../common/node/http.ts";
import { logRequests } from "../common/node/request-log.ts";
import { securityHeaders } from "../common/node/security-headers.ts";
import type { Booth } from "./context.ts";
import { docsFiles } from "./http/docs-files.ts";
import { type Feed, openFeed } from "./http/feed.ts";
import { identify } from "./http/identity.ts";
import { kioskFiles } from "./http/kiosk-files.ts";
import { openMetrics } from "./http/metrics/index.ts";
import { authRoutes } from "./http/routes/auth.ts";
import { backupRoutes } from "./http/routes/backup.ts";
import { eventRoutes } from "./http/routes/events.ts";
import { healthRoutes } from "./http/routes/health.ts";
import { ingressRoutes } from "./http/routes/ingress.ts";
import { intentRoutes } from "./http/routes/intents.ts";
import { laneRoutes } from "./http/routes/lanes.ts";
import { liveRoutes } from "./http/routes/live.ts";
import { metricsRoutes } from "./http/routes/metrics.ts";
import { openApiRoutes } from "./http/routes/openapi.ts";
import { paymentRoutes } from "./http/routes/payments.ts";
import { plateRoutes } from "./http/routes/plates.ts";
import { printRoutes } from "./http/routes/prints.ts";
import { reportRoutes } from "./http/routes/reports.ts";
import { roleRoutes } from "./http/routes/roles.ts";
import { sessionRoutes } from "./http/routes/sessions.ts";
import { setupRoutes } from "./http/routes/setup.ts";
import { shiftRoutes } from "./http/routes/shifts.ts";
import { siteRoutes } from "./http/routes/site.ts";
import { subscriptionRoutes } from "./http/routes/subscriptions.ts";
import { tariffRoutes } from "./http/routes/tariffs.ts";
import { userRoutes } from "./http/routes/users.ts";
import { turnAwayFloods } from "./http/turn-away.ts";
import { moduleRoutes } from "./modules/host.ts";
import type { Backups } from "./services/backups.ts";
import type { Door } from "./services/door.ts";
import type { Reads } from "./services/reads.ts";

/** The booth's HTTP side: every request passes here from top to bottom. */
export interface App {
  /** What a server calls for each request. */
  listener: RequestListener;
  routers: readonly Router[];
  feed: Feed;
}

/** Puts the HTTP side of a booth together. */
export function createApp(booth: Booth, door: Door, reads: Reads, backups: Backups): App {
  const koa = new Koa({ proxy: booth.config.trustProxy, maxIpsCount: 1 });
  koa.on("error", (error, ctx?: Koa.Context) =>
    booth.log.error({ err: error, requestId: ctx?.state.requestId }, "a response failed"),
  );
  const feed = openFeed(booth, door);
  const metrics = openMetrics(booth, feed, backups);
  const routers: Router[] = [
    authRoutes(booth, door),
    userRoutes(booth, door),
    roleRoutes(booth),
    siteRoutes(booth),
    setupRoutes(booth),
    laneRoutes(booth),
    intentRoutes(booth),
    sessionRoutes(booth),
    paymentRoutes(booth),
    shiftRoutes(booth),
    tariffRoutes(booth),
    subscriptionRoutes(booth),
    eventRoutes(booth, door),
    liveRoutes(booth, door),
    reportRoutes(booth),
    printRoutes(booth),
    plateRoutes(booth),
    backupRoutes(booth, backups),
    ingressRoutes(booth, reads),
    ...moduleRoutes(booth),
    healthRoutes(booth),
    metricsRoutes(metrics),
    openApiRoutes(booth, () => routers),
  ];

  // One router of all: a request is matched once, and not by each resource in turn.
  const whole = new Router({ sensitive: true, strict: true });
  for (const router of routers) whole.use(router.routes());

  koa.use(metrics.middleware);
  koa.use(logRequests(booth.log, booth.clock));
  koa.use(answerErrors(booth.log));
  koa.use(securityHeaders);
  koa.use(identify(door));
  koa.use(whole.routes());
  koa.use(whole.allowedMethods());
  koa.use(docsFiles());
  koa.use(kioskFiles());
  const listener = turnAwayFloods(reads, booth.config.trustProxy, koa.callback());
  return { listener, routers, feed };
}
