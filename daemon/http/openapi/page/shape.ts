import { type ApiDocument, type Schema, schemaNamed } from "./document.ts";

const DEEPEST = 4;
const MOST_CHOICES = 12;

/** A schema as people read it: members line by line, `?` behind those that may be absent. */
export function shapeOf(api: ApiDocument, schema: Schema, depth = 0): string {
  if (schema.$ref) return named(api, schema.$ref, depth);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (schema.anyOf) return choices(api, schema.anyOf, depth);
  if (schema.type === "array") return `list of ${shapeOf(api, schema.items ?? {}, depth)}`;
  if (schema.type === "object") return members(api, schema, depth);
  return simple(schema);
}

function named(api: ApiDocument, ref: string, depth: number): string {
  const { name, schema } = schemaNamed(api, ref);
  const isLong = depth > DEEPEST || (schema.anyOf?.length ?? 0) > MOST_CHOICES;
  return isLong ? name : shapeOf(api, schema, depth);
}

function choices(api: ApiDocument, some: readonly Schema[], depth: number): string {
  return [...new Set(some.map((one) => shapeOf(api, one, depth)))].join(" | ");
}

function members(api: ApiDocument, { properties = {}, required = [], additionalProperties }: Schema, depth: number) {
  const indent = "  ".repeat(depth + 1);
  const lines = Object.entries(properties).map(([name, schema]) => {
    const standard = schema.default === undefined ? "" : `  (${JSON.stringify(schema.default)} if absent)`;
    return `${indent}${name}${required.includes(name) ? "" : "?"}: ${shapeOf(api, schema, depth + 1)}${standard}`;
  });
  if (typeof additionalProperties === "object")
    lines.push(`${indent}[name]: ${shapeOf(api, additionalProperties, depth + 1)}`);
  return lines.length === 0 ? "{ … }" : `{\n${lines.join("\n")}\n${"  ".repeat(depth)}}`;
}

function simple({ type, pattern, minimum, maximum, minLength, maxLength }: Schema): string {
  if (type === "integer" || type === "number") {
    const word = type === "integer" ? "whole number" : "number";
    return minimum === undefined && maximum === undefined ? word : `${word} ${minimum ?? "…"} to ${maximum ?? "…"}`;
  }
  if (type === "boolean") return "true | false";
  if (type === "null") return "null";
  if (type !== "string") return "anything";
  if (pattern !== undefined) return `text like ${pattern}`;
  if (maxLength !== undefined) return `text of ${minLength ?? 0} to ${maxLength} characters`;
  return "text";
}
