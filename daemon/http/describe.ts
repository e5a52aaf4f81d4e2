import type Router from "@koa/router";
import type { Middleware } from "koa";
import type * as v from "valibot";
import type { ErrorCode } from "../../common/errors.ts";

/**
 * What a route takes and answers, beyond what its path and guards say already. The API's document is made of these;
 * `parseBody` and `parseQuery` fail where a route parses by another schema than it tells of.
 */
export interface RouteText {
  /** One line, without an end mark. */
  summary: string;
  body?: v.GenericSchema;
  /** The content types the body may have; JSON. Of another one than JSON, `body` is what it is made into. */
  takes?: readonly string[];
  query?: v.GenericSchema;
  /** The JSON it answers with. */
  gives?: v.GenericSchema;
  /** What else it can answer with, by content type. */
  media?: readonly string[];
  /** The statuses of success; 200, or 204 where it gives nothing. */
  statuses?: readonly number[];
  /** The answer carries the resource's entity tag. */
  tagged?: boolean;
  /** It takes If-Match, and refuses a change that was made on sight of an older state. */
  ifMatch?: boolean;
  /** What it refuses with, beyond what follows from the guards and schemas. */
  refuses?: readonly ErrorCode[];
}

/** The texts of some routes, by method and path, such as `GET /api/users/:id`. */
export type RouteTexts = Readonly<Record<string, RouteText>>;

const told = new WeakMap<object, RouteText>();

/** Gives the routes of a router their texts. Throws for a text without a route; a test finds a route without a text. */
export function describeRoutes(router: Router, texts: RouteTexts): Router {
  const left = new Set(Object.keys(texts));
  for (const layer of router.stack) {
    const name = `${layer.methods.at(-1)} ${String(layer.path)}`;
    const text = texts[name];
    if (!text || !left.delete(name)) continue;
    const mark: Middleware = (ctx, next) => {
      ctx.state.told = text;
      return next();
    };
    told.set(mark, text);
    layer.stack.splice(-1, 0, mark);
  }
  if (left.size > 0) throw new Error(`described, but no route: ${[...left].join(", ")}`);
  return router;
}

/** The text among the steps of a route, if it was given one. */
export function textOf(steps: readonly object[]): RouteText | undefined {
  return steps.map((step) => told.get(step)).find((text) => text !== undefined);
}
