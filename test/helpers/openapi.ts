import { createRequire } from "node:module";

/** A JSON Schema of the document. */
export type Schema = object;

export interface Content {
  schema: Schema;
  example?: unknown;
  examples?: Record<string, { $ref: string }>;
}

interface Parameter {
  name: string;
  in: "path" | "query";
  required: boolean;
  schema: Schema;
  example: unknown;
}

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  security: object[];
  parameters: (Parameter | { $ref: string })[];
  requestBody?: { content: Record<string, Content> };
  responses: Record<string, Response>;
}

interface Response {
  $ref?: string;
  content?: Record<string, Content>;
}

export interface Document {
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Schema>;
    responses: Record<string, Response>;
    examples: Record<string, { value: unknown }>;
  };
}

export interface NamedOperation {
  method: string;
  path: string;
  operation: Operation;
}

/** What an operation answers with a status; undefined where that is not documented. */
export function responseOf(document: Document, operation: Operation, status: number): Response | undefined {
  const told = operation.responses[status];
  return told?.$ref ? document.components.responses[told.$ref.split("/").at(-1) ?? ""] : told;
}

/** Every operation of the document, in its order. */
export function operationsOf(document: Document): NamedOperation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}

interface Checker {
  addSchema(schema: object, key: string): void;
  compile(schema: object): { (value: unknown): boolean; errors?: { instancePath: string; message?: string }[] | null };
}

/** The JSON Schema validator that the OpenAPI validator stands on. */
function openChecker(): Checker {
  const require = createRequire(import.meta.resolve("@seriousme/openapi-schema-validator"));
  const { Ajv2020 } = require("ajv/dist/2020.js") as { Ajv2020: new (options: object) => Checker };
  return new Ajv2020({ strict: false, allErrors: false, validateFormats: false });
}

/** A document, and what is wrong with a value by one of its schemas; nothing if it is as documented. */
export interface OpenDocument {
  document: Document;
  check(schema: Schema, value: unknown): string[];
}

/** Opens a document to check values by. */
export function openDocument(document: Document): OpenDocument {
  const checker = openChecker();
  checker.addSchema({ components: document.components }, "document");
  const known = new Map<string, ReturnType<Checker["compile"]>>();
  const compiled = (schema: Schema) => {
    const text = JSON.stringify(schema);
    const found = known.get(text) ?? checker.compile(JSON.parse(text.replaceAll('"#/', '"document#/')));
    known.set(text, found);
    return found;
  };
  return {
    document,
    check(schema, value) {
      const validate = compiled(schema);
      if (validate(value)) return [];
      return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ""}`);
    },
  };
}
