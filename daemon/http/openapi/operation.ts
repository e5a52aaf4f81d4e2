import type { ErrorCode } from "../../../common/errors.ts";
import type { Asked } from "../guard.ts";
import { codesByStatus, codesOf, type RouteFacts } from "./errors.ts";
import { EXAMPLE_ID } from "./examples.ts";
import type { Json, Schemas } from "./schemas.ts";

type Part = Readonly<Record<string, unknown>>;

/** What all operations are written with. */
export interface Writing {
  schemas: Schemas;
  example(schema: Json, member?: string): unknown;
}

/** One operation of the document. */
export function operationOf(facts: RouteFacts, writing: Writing): Part {
  const { method, path, asked, module, text } = facts;
  const needs = text.admits ?? needsOf(asked);
  return {
    operationId: operationId(method, path),
    tags: [groupOf(path)],
    summary: text.summary,
    description: module === null ? needs : `${needs} The module ${module} must be active.`,
    ...(Array.isArray(asked) ? { "x-permissions": asked } : {}),
    ...(module === null ? {} : { "x-module": module }),
    security: securityOf(facts),
    parameters: [...pathParameters(path), ...queryParameters(facts, writing), ...headerParameters(facts)],
    ...(text.body ? { requestBody: bodyOf(facts, writing) } : {}),
    responses: { ...successes(facts, writing), ...refusals(codesOf(facts)) },
  };
}

/** What must come with a request; an open route that refuses strangers looks at the sign-in itself. */
function securityOf({ method, asked, text }: RouteFacts): Part[] {
  if (asked === null && !text.refuses?.includes("unauthenticated")) return [];
  return [method === "GET" ? { session: [] } : { session: [], csrfCookie: [], csrf: [] }];
}

/** The group of a path: its first word. */
function groupOf(path: string): string {
  return path.replace(/^\/api\//, "/").split("/")[1] ?? "";
}

function operationId(method: string, path: string): string {
  const words = path.replace(/^\/api\//, "").match(/\{\w+\}|\w+/g) ?? [];
  const word = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
  return (
    method.toLowerCase() +
    words.map((text) => (text.startsWith("{") ? `By${word(text.slice(1, -1))}` : word(text))).join("")
  );
}

function needsOf(asked: Asked | null): string {
  if (asked === null) return "Open to anybody.";
  if (asked === "sign-in") return "For anybody who is signed in.";
  if (asked === "admin") return "Needs the administrator's role.";
  return `Needs ${asked.join(" and ")}.`;
}

function pathParameters(path: string): Part[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => ({
    name,
    in: "path",
    required: true,
    schema: name === "seq" ? { type: "string", pattern: "^\\d{1,15}$" } : { type: "string" },
    example: name === "seq" ? "4711" : name === "lane" ? "entry-1" : EXAMPLE_ID,
  }));
}

function queryParameters({ text }: RouteFacts, writing: Writing): Part[] {
  if (!text.query) return [];
  const { properties = {}, required = [] } = writing.schemas.of(text.query);
  return Object.entries(properties as Record<string, Json>).map(([name, schema]) => ({
    name,
    in: "query",
    required: required.includes(name),
    schema,
    example: schema.default ?? writing.example(schema, name),
  }));
}

function headerParameters({ key, text }: RouteFacts): Part[] {
  return [
    ...(key === "required" ? [{ $ref: "#/components/parameters/IdempotencyKey" }] : []),
    ...(key === "optional" ? [{ $ref: "#/components/parameters/OptionalIdempotencyKey" }] : []),
    ...(text.statuses?.includes(NOT_MODIFIED) ? [{ $ref: "#/components/parameters/IfNoneMatch" }] : []),
    ...(text.ifMatch ? [{ $ref: "#/components/parameters/IfMatch" }] : []),
  ];
}

function bodyOf({ text }: RouteFacts, writing: Writing): Part {
  const schema = text.body ? writing.schemas.of(text.body) : {};
  const value = writing.example(schema);
  const contents: Record<string, Part> = {
    "application/json": { schema, example: value },
    "text/csv": { schema: { type: "string" }, example: "holder,plates\nAnna Vogel,KX482BD\n" },
    "multipart/form-data": {
      schema: {
        type: "object",
        properties: { meta: schema, crop: { type: "string", contentMediaType: "image/jpeg" } },
        required: ["meta"],
      },
      encoding: { meta: { contentType: "application/json" }, crop: { contentType: "image/jpeg" } },
    },
  };
  const types = text.takes ?? ["application/json"];
  return { required: true, content: Object.fromEntries(types.map((type) => [type, contents[type] ?? {}])) };
}

function successes({ method, text }: RouteFacts, writing: Writing): Part {
  const { gives, media = [] } = text;
  const schema = gives && writing.schemas.of(gives);
  const hasBody = schema !== undefined || media.length > 0;
  const content = {
    ...(schema ? { "application/json": { schema, example: writing.example(schema) } } : {}),
    ...Object.fromEntries(media.map((type) => [type, { schema: binaryOrText(type) }])),
  };
  const headers = { ...ID_HEADER, ...(text.tagged ? { ETag: { $ref: "#/components/headers/ETag" } } : {}) };
  const answer = (status: number) => ({
    description: SUCCESS[status] ?? "Done",
    headers,
    ...(hasBody && status !== NOT_MODIFIED ? { content } : {}),
  });
  const statuses = text.statuses ?? [hasBody || method === "GET" ? 200 : 204];
  return Object.fromEntries(statuses.map((status) => [status, answer(status)]));
}

const NOT_MODIFIED = 304;

const SUCCESS: Readonly<Record<number, string>> = {
  101: "The socket is open",
  200: "Done",
  201: "Done and recorded",
  202: "Taken",
  204: "Done; there is nothing to tell",
  304: "Not changed: it is what If-None-Match names",
  503: "Not ready",
};

const ID_HEADER = { "X-Request-Id": { $ref: "#/components/headers/RequestId" } };
const RETRY = { "Retry-After": { $ref: "#/components/headers/RetryAfter" } };

function binaryOrText(type: string): Part {
  return type.startsWith("text/") ? { type: "string" } : { type: "string", contentMediaType: type };
}

function refusals(codes: readonly ErrorCode[]): Part {
  return Object.fromEntries(
    [...codesByStatus(codes)].map(([status, some]) => [
      status,
      { $ref: `#/components/responses/${refusalName(status, some)}` },
    ]),
  );
}

const refusalName = (status: number, codes: readonly ErrorCode[]) => [status, ...codes].join(".");

/** The refusals that operations refer to, each by its name: a status with some codes. */
export function refusalsOf(all: readonly RouteFacts[]): Part {
  const found = new Map<string, Part>();
  for (const [status, codes] of all.flatMap((facts) => [...codesByStatus(codesOf(facts))]))
    found.set(refusalName(status, codes), refusal(status, codes));
  return Object.fromEntries(found);
}

function refusal(status: number, codes: readonly ErrorCode[]): Part {
  return {
    description: codes.join(", "),
    headers: { ...ID_HEADER, ...(status === 429 ? RETRY : {}) },
    content: {
      "application/json": {
        schema: { allOf: [{ $ref: "#/components/schemas/Error" }, { properties: { error: { enum: codes } } }] },
        examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  };
}
