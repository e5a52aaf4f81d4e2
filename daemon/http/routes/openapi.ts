import Router from "@koa/router";
import conditional from "koa-conditional-get";
import * as v from "valibot";
import { tagOf } from "../../../common/node/etag.ts";
import type { Needs } from "../../context.ts";
import { describeRoutes, type RouteTexts } from "../describe.ts";
import { openRoute } from "../guard.ts";

const TEXTS: RouteTexts = {
  "GET /api/openapi.json": {
    summary: "This document",
    gives: v.looseObject({ openapi: v.string() }),
    tagged: true,
    statuses: [200, 304],
  },
};

/**
 * The API's own document. Open: it is the same at every booth of a version and tells nothing of the site, and the tools
 * that read it have no cookie. Made when it is first asked for; `routers` are all of the booth.
 */
export function openApiRoutes(booth: Needs<"config">, routers: () => readonly Router[]): Router {
  const router = new Router({ sensitive: true, strict: true });
  let made: Promise<{ text: string; tag: string }> | undefined;
  const make = async () => {
    const { openApiDocument } = await import("../openapi/document.ts");
    const text = JSON.stringify(openApiDocument(routers(), booth.config.version));
    return { text, tag: tagOf(text) };
  };

  router.get("/api/openapi.json", openRoute(), conditional(), async (ctx) => {
    made ??= make();
    const { text, tag } = await made;
    ctx.type = "application/json";
    ctx.set("Cache-Control", "no-cache");
    ctx.set("ETag", tag);
    ctx.body = text;
  });

  return describeRoutes(router, TEXTS);
}
