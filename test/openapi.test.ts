import assert from "node:assert/strict";
import { createServer } from "node:http";
import Router from "@koa/router";
import Koa from "koa";
import { suite } from "uvu";
import * as v from "valibot";
import { answerErrors, parseQuery } from "../common/node/http.ts";
import { listen } from "../common/node/http-server.ts";
import { describeRoutes } from "../daemon/http/describe.ts";
import { openRoute, surveyRoutes } from "../daemon/http/guard.ts";
import { DESCRIPTIONS } from "../daemon/http/openapi/components.ts";
import { startBooth } from "./helpers/booth.ts";
import { type Document, type Operation, openDocument, operationsOf, responseOf } from "./helpers/openapi.ts";
import { send } from "./helpers/raw.ts";

const test = suite("openapi");

const withDocument = (work: (document: Document, routes: string[]) => void | Promise<void>) => async () => {
  const { anonymous, daemon, close } = await startBooth({ lanes: false });
  try {
    const answer = await anonymous.get("/api/openapi.json");
    assert.equal(answer.status, 200);
    const routes = daemon.app.routers.map(surveyRoutes).flatMap(({ guarded, open }) => [...guarded, ...open]);
    await work(answer.body as Document, routes);
  } finally {
    await close();
  }
};

/** The body an operation takes and all that it answers, by name. */
function partsOf(document: Document, operation: Operation) {
  const answers = Object.keys(operation.responses).map((status) => [
    status,
    responseOf(document, operation, Number(status)),
  ]);
  return [["body", operation.requestBody], ...answers] as [string, Operation["requestBody"]][];
}

test(
  "the document is OpenAPI 3.1, by an independent validator",
  withDocument(async (document) => {
    const { Validator } = await import("@seriousme/openapi-schema-validator");
    const validator = new Validator();
    const { valid, errors } = await validator.validate({ ...structuredClone(document) });
    assert.ok(valid, JSON.stringify(errors, null, 2));
    assert.equal(validator.version, "3.1");
  }),
);

test(
  "it tells of every route there is, and of no other",
  withDocument((document, routes) => {
    const told = operationsOf(document).map(({ method, path }) => `${method} ${path.replace(/\{(\w+)\}/g, ":$1")}`);
    assert.deepEqual(told.sort(), routes.sort());
    const ids = operationsOf(document).map(({ operation }) => operation.operationId);
    assert.equal(new Set(ids).size, ids.length, "two operations share an id");
    const tags = new Set(document.tags.map(({ name }) => name));
    const used = new Set(operationsOf(document).flatMap(({ operation }) => operation.tags));
    assert.deepEqual([...tags].sort(), [...used].sort());
    const text = JSON.stringify(document);
    for (const name of Object.keys(document.components.schemas))
      assert.ok(text.includes(`"#/components/schemas/${name}"`), `nothing refers to ${name}`);
    for (const name of Object.keys(DESCRIPTIONS)) assert.ok(name in document.components.schemas, name);
  }),
);

test(
  "every example is valid by the schema it stands beside",
  withDocument((document) => {
    const { check } = openDocument(document);
    let examples = 0;
    const assertValid = (schema: object, value: unknown, where: string) => {
      examples += 1;
      assert.deepEqual(check(schema, value), [], `${where}: ${JSON.stringify(value)}`);
    };
    for (const { method, path, operation } of operationsOf(document)) {
      const where = `${method} ${path}`;
      for (const parameter of operation.parameters)
        if ("schema" in parameter) assertValid(parameter.schema, parameter.example, `${where} ${parameter.name}`);
      for (const [part, told] of partsOf(document, operation)) {
        for (const [type, content] of Object.entries(told?.content ?? {})) {
          if (content.example !== undefined) assertValid(content.schema, content.example, `${where} ${part} ${type}`);
          for (const name of Object.keys(content.examples ?? {}))
            assertValid(content.schema, document.components.examples[name]?.value, `${where} ${part} ${name}`);
        }
      }
    }
    assert.ok(examples > 500, `only ${examples} examples`);
  }),
);

test(
  "examples tell of one evening at one booth: what begins is before what ends, and nobody signs up to be disabled",
  withDocument((document) => {
    const exampleOf = (path: string, method: string, status: number) =>
      responseOf(document, document.paths[path]![method]!, status)?.content?.["application/json"]?.example as Record<
        string,
        unknown
      >;
    const subscription = exampleOf("/api/subscriptions/{id}", "get", 200);
    assert.ok(String(subscription.validFrom) < String(subscription.validTo));
    const replay = exampleOf("/api/tariffs/replay", "post", 200);
    for (const end of ["from", "to"]) assert.match(String(replay[end]), /^\d{4}-\d\d-\d\dT/);
    assert.match(String(exampleOf("/api/events/head", "get", 200).hash), /^[0-9a-f]{64}$/);
    assert.equal(exampleOf("/api/roles/{id}", "get", 200).id, "cashier");
    assert.equal(exampleOf("/api/users/{id}", "get", 200).disabled, false);
  }),
);

test(
  "every body that can be sent and every JSON answer has an example",
  withDocument((document) => {
    const without = operationsOf(document).flatMap(({ method, path, operation }) =>
      partsOf(document, operation)
        .filter(([, told]) => {
          const json = told?.content?.["application/json"];
          return json && json.example === undefined && Object.keys(json.examples ?? {}).length === 0;
        })
        .map(([part]) => `${method} ${path} ${part}`),
    );
    assert.deepEqual(without, []);
  }),
);

test("a route that parses by another schema than it tells of does not answer", async () => {
  const booth = await startBooth({ lanes: false });
  const router = new Router();
  const told = v.strictObject({ limit: v.optional(v.string()) });
  router.get("/right", openRoute(), (ctx) => {
    ctx.body = parseQuery(ctx, told);
  });
  router.get("/wrong", openRoute(), (ctx) => {
    ctx.body = parseQuery(ctx, v.strictObject({}));
  });
  const query = { summary: "Some list", query: told };
  describeRoutes(router, { "GET /right": query, "GET /wrong": query });
  assert.throws(() => describeRoutes(router, { "GET /gone": query }), /no route: GET \/gone/);
  const koa = new Koa().use(answerErrors(booth.booth.log)).use(router.routes());
  const server = createServer(koa.callback());
  try {
    const url = await listen(server, "127.0.0.1", 0);
    const statuses = [(await send(url, "GET", "/right")).status, (await send(url, "GET", "/wrong")).status];
    assert.deepEqual(statuses, [200, 500]);
  } finally {
    server.close();
    await booth.close();
  }
});

test("whoever has the document already is told so, as the document says", async () => {
  const { anonymous, url, close } = await startBooth({ lanes: false });
  try {
    const first = await anonymous.get("/api/openapi.json");
    const again = await send(url, "GET", "/api/openapi.json", { "if-none-match": first.headers.get("etag") ?? "" });
    const document = first.body as Document;
    const operation = document.paths["/api/openapi.json"]!.get!;
    assert.deepEqual([again.status, again.body], [304, ""]);
    assert.ok(again.headers["x-request-id"]);
    assert.deepEqual(Object.keys(operation.responses), ["200", "304", "500"]);
    assert.equal(responseOf(document, operation, 304)?.content, undefined);
    assert.deepEqual(operation.parameters, [{ $ref: "#/components/parameters/IfNoneMatch" }]);
  } finally {
    await close();
  }
});

test.run();
