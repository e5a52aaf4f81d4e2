import type { Context } from "koa";
import { refuse } from "../../common/errors.ts";
import { readBytes } from "../../common/node/body-bytes.ts";
import { splitForm } from "../../common/node/multipart.ts";
import { parseSoundJson } from "../../common/node/sound-json.ts";

const SMALL_LIMIT_BYTES = 8 * 1024;
/** The most bytes of a picture, here and at the collector. */
const PICTURE_LIMIT_BYTES = 2 * 1024 * 1024;
/** Room for the boundaries and headers of two parts. */
const ENVELOPE_BYTES = 4 * 1024;
/** Pictures that may be on their way at once: each is in memory until it is whole, 128 MiB in all. */
const MOST_AT_ONCE = 64;
/** A read that took longer to arrive would open nothing. */
const ARRIVES_WITHIN_MS = 12_000;
const PARTS = "expected multipart with one field `meta` and one file `crop`";

/** The JSON body of a small read. */
export async function readSmallBody(ctx: Context): Promise<unknown> {
  if (!ctx.is("json")) refuse("unsupported_media", "expected a body of type application/json");
  return parseSoundJson((await readBytes(ctx, SMALL_LIMIT_BYTES)).toString("utf8"));
}

/** What a camera sent: its read, not checked yet, and the picture that came with it. */
interface CameraBody {
  meta: unknown;
  jpeg: Buffer | null;
}

/** Reads the bodies of cameras' reads: JSON alone, or multipart with `meta` and a JPEG `crop`. Nothing of them is written anywhere. */
export function openCameraBodies(): (ctx: Context) => Promise<CameraBody> {
  let underWay = 0;
  /** The bytes of a form, if they come in time and not too many forms are on their way. */
  const readForm = async (ctx: Context): Promise<Buffer> => {
    if (underWay >= MOST_AT_ONCE)
      refuse("rate_limited", "many pictures are arriving at this moment", { retryAfterSeconds: 1 });
    underWay += 1;
    const late = setTimeout(() => ctx.req.destroy(), ARRIVES_WITHIN_MS);
    try {
      return await readBytes(ctx, PICTURE_LIMIT_BYTES + SMALL_LIMIT_BYTES + ENVELOPE_BYTES);
    } finally {
      clearTimeout(late);
      underWay -= 1;
    }
  };
  return async (ctx) => {
    if (ctx.is("json")) return { meta: await readSmallBody(ctx), jpeg: null };
    if (!ctx.is("multipart")) refuse("unsupported_media", "expected application/json, or multipart with meta and crop");
    return cameraBodyOf(ctx.get("content-type"), await readForm(ctx));
  };
}

function cameraBodyOf(contentType: string, form: Buffer): CameraBody {
  const parts = splitForm(contentType, form, 2);
  const names = (parts ?? []).map(({ name }) => name);
  if (!parts || new Set(names).size < names.length || names.some((name) => name !== "meta" && name !== "crop"))
    refuse("invalid_input", PARTS);
  const [meta, crop] = ["meta", "crop"].map((name) => parts.find((part) => part.name === name)?.bytes);
  if (meta && meta.length > SMALL_LIMIT_BYTES)
    refuse("too_large", `expected a field \`meta\` of at most ${SMALL_LIMIT_BYTES} bytes`);
  if (crop && crop.length > PICTURE_LIMIT_BYTES)
    refuse("too_large", `expected a picture of at most ${PICTURE_LIMIT_BYTES} bytes`);
  if (crop && !(crop[0] === 0xff && crop[1] === 0xd8 && crop[2] === 0xff))
    refuse("unsupported_media", "expected the crop to be a JPEG");
  // A copy: a view would keep the whole body in memory for as long as the picture is shown.
  return { meta: parseSoundJson(meta?.toString("utf8") ?? ""), jpeg: crop ? Buffer.from(crop) : null };
}
