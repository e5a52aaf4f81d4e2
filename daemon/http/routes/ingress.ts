import Router, { type RouterContext } from "@koa/router";
import { INGRESS } from "../../../common/api/lanes.ts";
import { refuse } from "../../../common/errors.ts";
import { comesFromBrowser } from "../../../common/node/from-here.ts";
import { parseInput } from "../../../common/node/input.ts";
import type { Needs } from "../../context.ts";
import { laneOfRead, STALE_AFTER_MS } from "../../services/admission.ts";
import { NOTHING_READ, type Reads } from "../../services/reads.ts";
import { describeRoutes, type RouteTexts } from "../describe.ts";
import { openRoute } from "../guard.ts";
import { openCameraBodies, readSmallBody } from "../ingress-body.ts";
import { param } from "../params.ts";

const RECEIVED = {
  admits: "For devices, and not for browsers.",
  statuses: [202],
  refuses: ["no_such_device", "origin_refused", "rate_limited", "malformed_json", "too_large", "unsupported_media"],
} as const;

const TEXTS: RouteTexts = {
  "POST /api/ingress/qr/:lane": { ...RECEIVED, summary: "A ticket's code was read", body: INGRESS.qr },
  "POST /api/ingress/reader/:lane": { ...RECEIVED, summary: "A card or tag was read", body: INGRESS.reader },
  "POST /api/ingress/camera/:lane": {
    ...RECEIVED,
    summary: "A camera read a plate; as multipart with `meta` and a JPEG `crop`",
    body: INGRESS.camera,
    takes: ["application/json", "multipart/form-data"],
  },
  "POST /api/ingress/presence/:lane": { ...RECEIVED, summary: "A vehicle came or went", body: INGRESS.presence },
};

/**
 * What devices report. Open on purpose: a device has no password. So it yields a read and nothing more, is slowed down
 * per lane and source, answers 202 whatever comes of it, and turns browsers away.
 */
export function ingressRoutes(booth: Needs<"db" | "devices" | "clock">, reads: Reads): Router {
  const router = new Router({ sensitive: true, strict: true });
  const readCameraBody = openCameraBodies();

  const receive = async (
    ctx: RouterContext,
    category: "reader" | "camera" | "access",
    handle: (lane: ReturnType<typeof laneOfRead>) => Promise<void>,
  ) => {
    if (comesFromBrowser(ctx.headers)) refuse("origin_refused", "this path is for devices, not for browsers");
    const lane = laneOfRead(booth, param(ctx, "lane"), category);
    reads.limit.take(lane.id);
    await handle(lane);
    ctx.status = 202;
    ctx.body = "";
  };

  router.post("/api/ingress/qr/:lane", openRoute(), (ctx) =>
    receive(ctx, "reader", async (lane) => {
      const { code, takenAt = null } = parseInput(INGRESS.qr, await readSmallBody(ctx), "the read");
      await reads.accept(lane, { ...NOTHING_READ, by: "qr", code, takenAt });
    }),
  );

  router.post("/api/ingress/reader/:lane", openRoute(), (ctx) =>
    receive(ctx, "reader", async (lane) => {
      const { credential, takenAt = null } = parseInput(INGRESS.reader, await readSmallBody(ctx), "the read");
      await reads.accept(lane, { ...NOTHING_READ, by: "reader", code: credential, takenAt });
    }),
  );

  router.post("/api/ingress/camera/:lane", openRoute(), (ctx) =>
    receive(ctx, "camera", async (lane) => {
      const { meta, jpeg } = await readCameraBody(ctx);
      const { takenAt = null, vehicleClass, ...seen } = parseInput(INGRESS.camera, meta, "the read");
      const named = vehicleClass === undefined ? {} : { vehicleClass, cameraClass: vehicleClass };
      await reads.accept(lane, { ...NOTHING_READ, ...seen, ...named, takenAt, jpeg });
    }),
  );

  router.post("/api/ingress/presence/:lane", openRoute(), (ctx) =>
    receive(ctx, "access", async (lane) => {
      const { present, takenAt } = parseInput(INGRESS.presence, await readSmallBody(ctx), "the read");
      // What stood there a while ago says nothing of now, and must not open the gate.
      const isStale = takenAt !== undefined && booth.clock.now() - Date.parse(takenAt) > STALE_AFTER_MS;
      if (!isStale) booth.devices.setPresence(lane.id, present);
    }),
  );

  return describeRoutes(router, TEXTS);
}
