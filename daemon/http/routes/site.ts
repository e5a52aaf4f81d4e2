import Router from "@koa/router";
import { Hello, OccupancyAdjustment, Site, SiteConfig, SiteConfigUpdate } from "../../../common/api/site.ts";
import { answerResource, ifMatchOf, parseBody } from "../../../common/node/http.ts";
import type { Booth } from "../../context.ts";
import { adjustOccupancy } from "../../services/occupancy.ts";
import { readHello, readSite, readSiteConfig, updateSiteConfig } from "../../services/site-config.ts";
import { describeRoutes, type RouteTexts } from "../describe.ts";
import { actorOf, openRoute, requirePermission, requireSignedIn } from "../guard.ts";

const TEXTS: RouteTexts = {
  "GET /api/hello": { summary: "What a sign-in screen shows to anybody", gives: Hello },
  "GET /api/site": { summary: "What every screen needs to know of the site", gives: Site, tagged: true },
  "POST /api/site/occupancy": {
    summary: "Set the number of cars inside to what was counted",
    body: OccupancyAdjustment,
    gives: Site,
    tagged: true,
    ifMatch: true,
  },
  "GET /api/site-config": { summary: "The site's configuration", gives: SiteConfig, tagged: true },
  "PUT /api/site-config": {
    summary: "Change the site's configuration; an absent key stays as it is",
    body: SiteConfigUpdate,
    gives: SiteConfig,
    tagged: true,
    ifMatch: true,
    refuses: ["currency_locked"],
  },
};

/** The site: what a sign-in screen shows, what every screen needs, and its configuration. */
export function siteRoutes(booth: Booth): Router {
  const router = new Router({ prefix: "/api", sensitive: true, strict: true });

  router.get("/hello", openRoute(), (ctx) => {
    ctx.body = readHello(booth);
  });

  router.get("/site", requireSignedIn(), (ctx) => {
    answerResource(ctx, readSite(booth));
  });

  router.post("/site/occupancy", requirePermission("session:update"), async (ctx) => {
    const count = parseBody(ctx, OccupancyAdjustment);
    answerResource(ctx, await adjustOccupancy(booth, actorOf(ctx), count, ifMatchOf(ctx)));
  });

  router.get("/site-config", requirePermission("site:read"), (ctx) => {
    answerResource(ctx, readSiteConfig(booth));
  });

  router.put("/site-config", requirePermission("site:update"), async (ctx) => {
    answerResource(ctx, await updateSiteConfig(booth, actorOf(ctx), parseBody(ctx, SiteConfigUpdate), ifMatchOf(ctx)));
  });

  return describeRoutes(router, TEXTS);
}
