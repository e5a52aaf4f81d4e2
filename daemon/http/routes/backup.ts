import Router from "@koa/router";
import * as v from "valibot";
import { BackupConfigQuery, BackupConfigUpdate, BackupVerify } from "../../../common/api/backups.ts";
import { pageQuery } from "../../../common/api/parts.ts";
import { answerResource, ifMatchOf, parseBody, parseQuery } from "../../../common/node/http.ts";
import type { Booth } from "../../context.ts";
import { readBackupConfig, updateBackupConfig } from "../../services/backup/config.ts";
import type { Backups } from "../../services/backups.ts";
import { actorOf, requirePermission } from "../guard.ts";

/** Backups: how they stand, what there is, how they are configured, making one now, and proving one again. */
export function backupRoutes(booth: Booth, backups: Backups): Router {
  const router = new Router({ prefix: "/api/backup", sensitive: true, strict: true });

  router.get("/status", requirePermission("site:read"), async (ctx) => {
    ctx.body = await backups.status();
  });

  router.get("/list", requirePermission("site:read"), async (ctx) => {
    const { limit, cursor } = parseQuery(ctx, v.strictObject(pageQuery));
    const { copies } = await backups.status();
    const found = copies.filter(({ name }) => cursor === undefined || name < cursor);
    const items = found.slice(0, limit);
    ctx.body = { items, next: found.length > limit ? (items.at(-1)?.name ?? null) : null };
  });

  router.get("/config", requirePermission("site:read"), (ctx) => {
    answerResource(ctx, readBackupConfig(booth));
  });

  router.put("/config", requirePermission("site:update"), async (ctx) => {
    const { dryRun } = parseQuery(ctx, BackupConfigQuery);
    const update = parseBody(ctx, BackupConfigUpdate);
    if (dryRun === "true") ctx.body = await backups.preview(update);
    else answerResource(ctx, await updateBackupConfig(booth, actorOf(ctx), update, ifMatchOf(ctx)));
  });

  router.post("/run", requirePermission("site:update"), async (ctx) => {
    ctx.body = await backups.begin(actorOf(ctx));
    ctx.status = 202;
  });

  router.post("/verify", requirePermission("site:update"), async (ctx) => {
    const { name } = parseBody(ctx, BackupVerify);
    ctx.body = await backups.verify(actorOf(ctx), name);
  });

  return router;
}
