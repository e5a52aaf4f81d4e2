import type { Context } from "koa";
import { refuse } from "../errors.ts";

/** Reads a body to its end or to the limit, whichever comes first. */
export async function readBytes(ctx: Context, limit: number): Promise<Buffer> {
  if ((ctx.request.length ?? 0) > limit) refuse("too_large", `expected at most ${limit} bytes`);
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    // Left open, so that the refusal still reaches the sender.
    for await (const chunk of ctx.req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > limit) refuse("too_large", `expected at most ${limit} bytes`);
      chunks.push(chunk);
    }
  } catch (error) {
    // A sender who went away is no bug; nobody reads this.
    if (ctx.req.destroyed) refuse("invalid_input", "expected a whole body, and it broke off");
    throw error;
  }
  return Buffer.concat(chunks);
}
