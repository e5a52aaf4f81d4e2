import { readFile, rm } from "node:fs/promises";
import type { Context } from "koa";
import { HttpMethodEnum, koaBody } from "koa-body";
import { refuse } from "../../common/errors.ts";
import { readBytes } from "../../common/node/body-bytes.ts";
import { parseSoundJson } from "../../common/node/sound-json.ts";

const SMALL_LIMIT_BYTES = 8 * 1024;
/** The most bytes of a picture, here and at the collector. */
const PICTURE_LIMIT_BYTES = 2 * 1024 * 1024;

/** The JSON body of a small read. */
export async function readSmallBody(ctx: Context): Promise<unknown> {
  if (!ctx.is("json")) refuse("unsupported_media", "expected a body of type application/json");
  return parseSoundJson((await readBytes(ctx, SMALL_LIMIT_BYTES)).toString("utf8"));
}

const parseMultipart = koaBody({
  json: false,
  text: false,
  urlencoded: false,
  multipart: true,
  parsedMethods: [HttpMethodEnum.POST],
  formidable: {
    maxFiles: 1,
    maxFields: 1,
    maxFieldsSize: SMALL_LIMIT_BYTES,
    maxFileSize: PICTURE_LIMIT_BYTES,
    maxTotalFileSize: PICTURE_LIMIT_BYTES,
  },
  onError(error) {
    const status = "httpCode" in error ? Number(error.httpCode) : 400;
    if (status === 413) refuse("too_large", `expected a picture of at most ${PICTURE_LIMIT_BYTES} bytes`);
    refuse("invalid_input", "expected multipart with one field `meta` and one file `crop`");
  },
});

/** The body of a camera's read: JSON alone, or multipart with `meta` and a JPEG `crop`. */
export async function readCameraBody(ctx: Context): Promise<{ meta: unknown; jpeg: Buffer | null }> {
  if (ctx.is("json")) return { meta: await readSmallBody(ctx), jpeg: null };
  if (!ctx.is("multipart")) refuse("unsupported_media", "expected application/json, or multipart with meta and crop");
  await parseMultipart(ctx, async () => {});
  const request = ctx.request as { body?: { meta?: unknown }; files?: Record<string, unknown> };
  const paths = Object.values(request.files ?? {})
    .flat()
    .map((file) => (file as { filepath: string }).filepath);
  try {
    if (Object.keys(request.files ?? {}).some((name) => name !== "crop"))
      refuse("invalid_input", "the body: expected no file but `crop`");
    const crop = request.files?.crop as { filepath: string } | undefined;
    const jpeg = crop ? await readFile(crop.filepath) : null;
    if (jpeg && !(jpeg[0] === 0xff && jpeg[1] === 0xd8 && jpeg[2] === 0xff))
      refuse("unsupported_media", "expected the crop to be a JPEG");
    return { meta: parseSoundJson(String(request.body?.meta ?? "")), jpeg };
  } finally {
    await Promise.all(paths.map((path) => rm(path, { force: true })));
  }
}
