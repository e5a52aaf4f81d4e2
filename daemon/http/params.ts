import type { Context } from "koa";
import { refuse } from "../../common/errors.ts";

/** A part of the path by its name. */
export function param(ctx: Context & { params: Record<string, string | undefined> }, name: string): string {
  return ctx.params[name] ?? refuse("not_found", "there is nothing at this path");
}

/** A part of the path that is a whole number, such as a seq. */
export function numberParam(ctx: Context & { params: Record<string, string | undefined> }, name: string): number {
  const text = param(ctx, name);
  if (!/^\d{1,15}$/.test(text)) refuse("not_found", `there is nothing at this path; ${name} is a whole number`);
  return Number(text);
}
