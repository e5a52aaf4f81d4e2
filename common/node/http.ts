import { randomUUID } from "node:crypto";
import type { Context, Middleware } from "koa";
import type * as v from "valibot";
import { BoothError, refuse } from "../errors.ts";
import { type Seen, tagOf } from "./etag.ts";
import { parseInput } from "./input.ts";
import type { Log } from "./log.ts";
import { assertSoundJson } from "./sound-json.ts";

/** The most bytes of a JSON body. */
export const JSON_LIMIT_BYTES = 64 * 1024;

/**
 * Gives each request an id, answers refusals in the one error shape, and anything else thrown as 500 with the id only.
 * `place` is what people call the program.
 */
export function answerErrors(log: Log, place?: string): Middleware {
  return async (ctx, next) => {
    const requestId = randomUUID();
    ctx.state.requestId = requestId;
    ctx.set("X-Request-Id", requestId);
    try {
      await next();
      // 501 is the router's word for a method that no path takes.
      if (ctx.status === 501 && !ctx.response.get("Allow")) refuse("not_found", "there is nothing at this path");
      if (ctx.status === 405 || ctx.status === 501)
        refuse("method_not_allowed", `this path takes ${ctx.response.get("Allow")}`);
      if (ctx.status === 404 && !ctx.body) refuse("not_found", "there is nothing at this path");
    } catch (thrown) {
      answerRefusal(ctx, asRefusal(thrown, log, requestId, place), requestId);
    }
  };
}

function answerRefusal(ctx: Context, refusal: BoothError, requestId: string): void {
  const { details, body, retryAfterSeconds } = refusal.extras;
  if (retryAfterSeconds !== undefined) ctx.set("Retry-After", String(Math.ceil(retryAfterSeconds)));
  ctx.remove("ETag");
  ctx.status = refusal.status;
  ctx.type = "application/json";
  ctx.body = JSON.stringify({
    error: refusal.code,
    message: refusal.message,
    ...(details?.length ? { details } : {}),
    ...body,
    requestId,
  });
}

/** What the router and the body parser throw by status, as refusals; a bug becomes `internal` and is logged. */
export function asRefusal(thrown: unknown, log: Log, requestId: string, place = "the booth"): BoothError {
  if (thrown instanceof BoothError) {
    if (thrown.code === "internal") log.error({ err: thrown, requestId }, thrown.message);
    return thrown;
  }
  const status = thrown instanceof Error && "status" in thrown ? Number(thrown.status) : 500;
  if (status === 413) return new BoothError("too_large", "the request is larger than this path takes");
  if (status === 403 || status === 404) return new BoothError("not_found", "there is nothing at this path");
  if ((status >= 400 && status < 500) || status === 501)
    return new BoothError("invalid_input", "expected a request that HTTP allows");
  log.error({ err: thrown, requestId }, "a request failed");
  return new BoothError("internal", `something went wrong at ${place}; please tell support the request id`);
}

/** Loaded with the first body: it takes a fifth of the time that a program needs to start. */
let parseJson: Promise<Middleware> | undefined;

async function loadJsonParser(): Promise<Middleware> {
  const { HttpMethodEnum, koaBody } = await import("koa-body");
  return koaBody({
    text: false,
    urlencoded: false,
    multipart: false,
    jsonLimit: JSON_LIMIT_BYTES,
    jsonStrict: true,
    parsedMethods: [HttpMethodEnum.POST, HttpMethodEnum.PUT, HttpMethodEnum.PATCH, HttpMethodEnum.DELETE],
    onError(error) {
      const status = "status" in error ? Number(error.status) : 400;
      if (status === 413) refuse("too_large", `expected at most ${JSON_LIMIT_BYTES} bytes of JSON`);
      refuse("malformed_json", "expected a body of well-formed JSON");
    },
  });
}

/** Parses a JSON body. Another content type is refused; a request without a body has none. */
export const jsonBody: Middleware = async (ctx, next) => {
  const hasBody = ctx.request.length !== undefined ? ctx.request.length > 0 : ctx.get("transfer-encoding") !== "";
  const isJson = ctx.is("json") && ["", "utf-8"].includes(ctx.request.charset.toLowerCase());
  if (hasBody && !isJson) refuse("unsupported_media", "expected a body of type application/json, in UTF-8");
  if ((ctx.request.length ?? 0) > JSON_LIMIT_BYTES)
    refuse("too_large", `expected at most ${JSON_LIMIT_BYTES} bytes of JSON`);
  if (!hasBody) return next();
  parseJson ??= loadJsonParser();
  const parse = await parseJson;
  return parse(ctx, () => {
    assertSoundJson((ctx.request as { body?: unknown }).body);
    return next();
  });
};

/** A route that tells what it takes must parse by that and nothing else, or what it tells would be wrong. */
function assertTold(ctx: Context, part: "body" | "query", schema: v.GenericSchema): void {
  const { told } = ctx.state as { told?: { body?: v.GenericSchema; query?: v.GenericSchema } };
  if (told && told[part] !== schema) throw new Error(`the route parses a ${part} by another schema than it tells of`);
}

/** The body of a request, checked. */
export function parseBody<S extends v.GenericSchema>(ctx: Context, schema: S): v.InferOutput<S> {
  assertTold(ctx, "body", schema);
  const body = (ctx.request as { body?: unknown }).body ?? {};
  if (Array.isArray(body)) refuse("invalid_input", "the request body: expected an object, not a list");
  return parseInput(schema, body, "the request body");
}

/** The query of a request, checked. */
export function parseQuery<S extends v.GenericSchema>(ctx: Context, schema: S): v.InferOutput<S> {
  assertTold(ctx, "query", schema);
  return parseInput(schema, { ...ctx.query }, "the query");
}

/** Answers one resource with its entity tag. */
export function answerResource(ctx: Context, resource: unknown): void {
  ctx.set("ETag", tagOf(resource));
  ctx.body = resource;
}

/** The If-Match header, if the request carries one. */
export function ifMatchOf(ctx: Context): string | undefined {
  return ctx.get("if-match") || undefined;
}

/** Both headers that say what a change was made on sight of. */
export function seenOf(ctx: Context): Seen {
  return { ifMatch: ifMatchOf(ctx), ifNoneMatch: ctx.get("if-none-match") || undefined };
}
