/** The part of OpenAPI 3.1 that this page shows. */
export interface ApiDocument {
  info: { title: string; version: string; description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Schema>;
    parameters: Record<string, Parameter>;
    responses: Record<string, Response>;
    examples: Record<string, { value: { error: string; message: string } }>;
  };
}

export interface Schema {
  $ref?: string;
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: Schema | boolean;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  default?: unknown;
}

export interface Parameter {
  $ref?: string;
  name: string;
  in: string;
  required: boolean;
  description?: string;
  schema: Schema;
  example?: unknown;
}

export interface Content {
  schema: Schema;
  example?: unknown;
}

export interface Response {
  $ref?: string;
  description: string;
  content?: Record<string, Content>;
}

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  parameters: Parameter[];
  requestBody?: { content: Record<string, Content> };
  responses: Record<string, Response>;
}

export interface Route {
  method: string;
  path: string;
  operation: Operation;
}

const nameOf = (ref: string) => ref.split("/").at(-1) ?? "";

/** Every route, in the order of the document. */
export function routesOf({ paths }: ApiDocument): Route[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}

/** A parameter itself, where only its name stands. */
export function parameterOf(api: ApiDocument, parameter: Parameter): Parameter {
  return (parameter.$ref && api.components.parameters[nameOf(parameter.$ref)]) || parameter;
}

/** A response itself, where only its name stands. */
export function responseOf(api: ApiDocument, response: Response): Response {
  return (response.$ref && api.components.responses[nameOf(response.$ref)]) || response;
}

/** The schema that a reference names. */
export function schemaNamed(api: ApiDocument, ref: string): { name: string; schema: Schema } {
  const name = nameOf(ref);
  return { name, schema: api.components.schemas[name] ?? {} };
}

/** Whether each of the words asked for stands somewhere in a route: its method, path, text, or a refusal of it. */
export function matches({ method, path, operation }: Route, asked: string): boolean {
  const refusals = Object.values(operation.responses).map(({ $ref }) => $ref ?? "");
  const text = [method, path, operation.summary, operation.description, ...refusals].join(" ").toLowerCase();
  return asked
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
