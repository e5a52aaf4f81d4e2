import type { Context, Middleware } from "koa";
import { refuse } from "../common/errors.ts";
import { readBytes } from "../common/node/body-bytes.ts";
import { splitForm } from "../common/node/multipart.ts";
import { parseSoundJson } from "../common/node/sound-json.ts";
import { CROP_BYTES } from "../common/review.ts";

const META_BYTES = 16 * 1024;
/** Room for the boundaries and headers of two parts. */
const ENVELOPE_BYTES = 4 * 1024;
const BODY_BYTES = CROP_BYTES + META_BYTES + ENVELOPE_BYTES;
/** Bodies held in memory at once; with them the collector takes at most 256 MiB for them. */
export const MOST_AT_ONCE = 128;
/** How long the sender of a body that is cut off has for reading the refusal. */
const LAST_WORD_MS = 500;

const PARTS = "expected multipart/form-data with one field `meta` and one file `crop`, and nothing else";

/** A package as it came: not checked yet. */
export interface PackageParts {
  meta: unknown;
  crop: Buffer;
}

/**
 * The body of an ingest. It is read into memory, which it cannot fill: the bytes are counted as they come, and nothing
 * is written anywhere before all of them are here and sound. So there is no temporary file to lose.
 */
export async function readPackage(ctx: Context): Promise<PackageParts> {
  if (!ctx.is("multipart/form-data")) refuse("unsupported_media", PARTS);
  const parts = splitForm(ctx.get("content-type"), await readBytes(ctx, BODY_BYTES), 2) ?? [];
  const meta = parts.find(({ name }) => name === "meta");
  const crop = parts.find(({ name }) => name === "crop");
  if (parts.length !== 2 || !meta || !crop) refuse("invalid_input", PARTS);
  if (crop.bytes.length > CROP_BYTES) refuse("too_large", `expected a crop of at most ${CROP_BYTES} bytes`);
  if (meta.bytes.length > META_BYTES) refuse("too_large", `expected at most ${META_BYTES} bytes of meta`);
  return { meta: parseSoundJson(meta.bytes.toString("utf8")), crop: crop.bytes };
}

/** Keeps the bodies that are in memory to a number. */
export function limitBodies(): Middleware {
  let underWay = 0;
  return async (_ctx, next) => {
    if (underWay >= MOST_AT_ONCE)
      refuse("not_ready", "many packages are arriving at this moment; please send it again", { retryAfterSeconds: 1 });
    underWay += 1;
    try {
      await next();
    } finally {
      underWay -= 1;
    }
  };
}

/**
 * What is still to come of a body that was refused: a short rest is read and forgotten, so that the connection serves
 * on; of a long one no more is read, and the connection ends as soon as the refusal can have arrived.
 */
export const cutOffRefused: Middleware = async (ctx, next) => {
  try {
    await next();
  } catch (refusal) {
    const isLong = ctx.req.readableDidRead || Number(ctx.get("content-length")) > BODY_BYTES;
    if (!ctx.req.complete) discard(ctx, isLong ? 0 : BODY_BYTES);
    throw refusal;
  }
};

function discard({ req, res }: Context, most: number): void {
  let left = most;
  const end = () => setTimeout(() => req.socket.destroy(), LAST_WORD_MS).unref();
  const stop = () => {
    req.off("data", count).pause();
    // Or else the server reads on by itself what nobody has begun to read.
    req.read(0);
    if (res.writableFinished) end();
    else res.once("finish", end);
  };
  const count = (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) stop();
  };
  if (most === 0) stop();
  else req.on("data", count).resume();
}
