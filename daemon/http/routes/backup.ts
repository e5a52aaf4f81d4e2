import Router from "@koa/router";
import * as v from "valibot";
import {
  BackupConfig,
  BackupConfigPreview,
  BackupConfigQuery,
  BackupConfigUpdate,
  BackupCopy,
  BackupRun,
  BackupStatus,
  BackupVerdict,
  BackupVerify,
} from "../../../common/api/backups.ts";
import { pageOf, pageQuery } from "../../../common/api/parts.ts";
import { refuse } from "../../../common/errors.ts";
import { answerResource, ifMatchOf, parseBody, parseQuery } from "../../../common/node/http.ts";
import type { Booth } from "../../context.ts";
import { readBackupConfig, updateBackupConfig } from "../../services/backup/config.ts";
import type { Backups } from "../../services/backups.ts";
import { describeRoutes, type RouteTexts } from "../describe.ts";
import { actorOf, requirePermission } from "../guard.ts";

const Listing = v.strictObject(pageQuery);

const TEXTS: RouteTexts = {
  "GET /api/backup/status": { summary: "How backups stand", gives: BackupStatus },
  "GET /api/backup/list": {
    summary: "The backups there are, the newest first",
    query: Listing,
    gives: pageOf(BackupCopy),
    refuses: ["not_ready"],
  },
  "GET /api/backup/config": { summary: "What is kept, where and when", gives: BackupConfig, tagged: true },
  "PUT /api/backup/config": {
    summary: "Change what is kept, where and when; with dryRun=true, only tell which copies would go",
    query: BackupConfigQuery,
    body: BackupConfigUpdate,
    gives: v.union([BackupConfig, BackupConfigPreview]),
    tagged: true,
    ifMatch: true,
  },
  "POST /api/backup/run": {
    summary: "Begin a backup now",
    gives: BackupRun,
    statuses: [202],
    refuses: ["run_busy", "setup_incomplete"],
  },
  "POST /api/backup/verify": {
    summary: "Prove a backup once more",
    body: BackupVerify,
    gives: BackupVerdict,
    refuses: ["not_found", "run_busy", "setup_incomplete"],
  },
};

/** Backups: how they stand, what there is, how they are configured, making one now, and proving one again. */
export function backupRoutes(booth: Booth, backups: Backups): Router {
  const router = new Router({ prefix: "/api/backup", sensitive: true, strict: true });

  router.get("/status", requirePermission("site:read"), async (ctx) => {
    ctx.body = await backups.status();
  });

  router.get("/list", requirePermission("site:read"), async (ctx) => {
    const { limit, cursor } = parseQuery(ctx, Listing);
    const { target, copies } = await backups.status();
    if (!target.ok) refuse("not_ready", target.message ?? "the target directory does not answer");
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

  return describeRoutes(router, TEXTS);
}
