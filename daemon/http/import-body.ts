import type { Context, Middleware } from "koa";
import { refuse } from "../../common/errors.ts";
import { readBytes } from "../../common/node/body-bytes.ts";
import { parseSoundJson } from "../../common/node/sound-json.ts";

/** The most bytes of an imported file. */
const IMPORT_LIMIT_BYTES = 1024 * 1024;

/** Reads a file to import: `text/csv` with its options in the query, or JSON with the text as a member. */
export const importBody: Middleware = async (ctx, next) => {
  const isCsv = Boolean(ctx.is("text/csv"));
  const isUtf8 = ["", "utf-8"].includes(ctx.request.charset.toLowerCase());
  if (!isUtf8 || !(isCsv || ctx.is("json")))
    refuse("unsupported_media", "expected a body of type text/csv or application/json, in UTF-8");
  const text = decode(await readBytes(ctx, IMPORT_LIMIT_BYTES));
  (ctx.request as { body?: unknown }).body = isCsv ? { csv: text, ...optionsOf(ctx) } : parseSoundJson(text);
  return next();
};

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return refuse("invalid_input", "the request body: expected text in UTF-8");
  }
}

const WORDS: Readonly<Record<string, boolean>> = { true: true, "1": true, false: false, "0": false };

/** Options of the query as JSON would have them; what is no truth value is left for the schema to refuse. */
function optionsOf(ctx: Context): Record<string, unknown> {
  return Object.fromEntries(Object.entries(ctx.query).map(([name, value]) => [name, WORDS[String(value)] ?? value]));
}
