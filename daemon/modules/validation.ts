import Router from "@koa/router";
import { VALIDATION_STATIONS } from "../../common/modules.ts";
import { requirePermission } from "../http/guard.ts";
import type { Module } from "./module.ts";

/** Tickets validated by the site's partners. */
export const validation: Module = {
  id: "validation",
  routes() {
    const router = new Router({ prefix: "/api/validation", sensitive: true, strict: true });

    router.get("/stations", requirePermission("session:read"), (ctx) => {
      ctx.body = { items: VALIDATION_STATIONS.map((id) => ({ id })), next: null };
    });

    return router;
  },
};
