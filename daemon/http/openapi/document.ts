import type Router from "@koa/router";
import { ERROR_STATUS, type ErrorCode } from "../../../common/errors.ts";
import { textOf } from "../describe.ts";
import { askedBy, idempotent, idempotentIfAsked } from "../guard.ts";
import { COMPONENTS, DESCRIPTIONS, TAGS } from "./components.ts";
import { ERROR_EXAMPLES, type RouteFacts } from "./errors.ts";
import { exampleMaker } from "./examples.ts";
import { operationOf, refusalsOf } from "./operation.ts";
import { type Json, openSchemas } from "./schemas.ts";

/** The API of the booth as an OpenAPI 3.1 document: made from the routes that run and the schemas that check. */
export function openApiDocument(routers: readonly Router[], version: string): object {
  const paths: Record<string, Record<string, object>> = {};
  const routes = routers.flatMap(factsOf);
  const schemas = openSchemas(
    routes.flatMap(({ text }) => [text.body ?? [], text.query ?? [], text.gives ?? []].flat()),
  );
  const writing = { schemas, example: exampleMaker(schemas.named) };
  for (const facts of routes) {
    paths[facts.path] ??= {};
    Object.assign(paths[facts.path] ?? {}, { [facts.method.toLowerCase()]: operationOf(facts, writing) });
  }
  const named = usedBy({ paths, shared: COMPONENTS.schemas }, schemas.named);
  return {
    openapi: "3.1.0",
    info: {
      title: "Parking booth",
      version,
      description:
        "Money is whole minor units. Instants are RFC 3339 in UTC with milliseconds. Lists go on by `next`. " +
        "An unknown path is 404, a known one with another method 405 with Allow.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/", description: "This booth" }],
    tags: TAGS,
    paths,
    components: {
      ...COMPONENTS,
      responses: refusalsOf(routes),
      examples: errorExamples(),
      schemas: { ...COMPONENTS.schemas, ...described(named) },
    },
  };
}

/** What the routes of a router say of themselves; one without a text is left out. */
function factsOf(router: Router): RouteFacts[] {
  return router.stack.flatMap(({ methods, path, stack }) => {
    const text = textOf(stack);
    if (!text) return [];
    const key = stack.includes(idempotent) ? "required" : stack.includes(idempotentIfAsked) ? "optional" : null;
    const shown = String(path).replace(/:(\w+)/g, "{$1}");
    return [{ method: methods.at(-1) ?? "GET", path: shown, ...askedBy(stack), key, text } as const];
  });
}

/** The schemas that a part of the document refers to, and those that these refer to. */
function usedBy(part: unknown, named: Readonly<Record<string, Json>>): Record<string, Json> {
  const used = new Set<string>();
  const visit = (value: unknown) => {
    for (const [, name = ""] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (used.has(name) || !(name in named)) continue;
      used.add(name);
      visit(named[name]);
    }
  };
  visit(part);
  return Object.fromEntries(Object.entries(named).filter(([name]) => used.has(name)));
}

function described(named: Readonly<Record<string, Json>>): Record<string, Json> {
  const withText = ([name, schema]: [string, Json]): [string, Json] => {
    const description = DESCRIPTIONS[name];
    return [name, description === undefined ? schema : { description, ...schema }];
  };
  return Object.fromEntries(Object.entries(named).map(withText));
}

function errorExamples(): Record<string, object> {
  const requestId = "6f1c6d0e-9a4f-4f0a-8a6c-0d9a5f4b7e21";
  return Object.fromEntries(
    (Object.keys(ERROR_STATUS) as ErrorCode[]).map((error) => [
      error,
      { value: { error, message: ERROR_EXAMPLES[error], requestId } },
    ]),
  );
}
