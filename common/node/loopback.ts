import type { Context } from "koa";

const LOOPBACK = /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/;

/** Whether a request was made on this host; what a proxy forwards was made elsewhere, whoever it says it is. */
export function comesFromHere(ctx: Pick<Context, "get" | "req">): boolean {
  const forwarded = ["forwarded", "x-forwarded-for", "x-real-ip"].some((name) => ctx.get(name) !== "");
  return !forwarded && LOOPBACK.test(ctx.req.socket.remoteAddress ?? "");
}
