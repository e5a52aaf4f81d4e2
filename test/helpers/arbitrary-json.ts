import fc from "fast-check";

/** The part of JSON Schema that the document is written in. */
export interface JsonSchema {
  $ref?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  type?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  propertyNames?: JsonSchema;
  additionalProperties?: JsonSchema | boolean;
}

/** What a value is made with: the schemas that have a name, and values that are known to mean something, by member. */
export interface Source {
  named: Readonly<Record<string, JsonSchema>>;
  /** By the name of a member or of a schema. */
  known: Readonly<Record<string, fc.Arbitrary<unknown>>>;
}

const LONGEST = 40;
const DEEPEST = 5;

/** Values that are valid by a schema; those of known members mean something to the booth three times out of four. */
export function valuesBy(source: Source, schema: JsonSchema, member = "", depth = 0): fc.Arbitrary<unknown> {
  const name = schema.$ref?.split("/").at(-1);
  const known = source.known[member] ?? (name === undefined ? undefined : source.known[name]);
  const any = name === undefined ? plain(source, schema, depth) : valuesBy(source, source.named[name] ?? {}, "", depth);
  return known ? fc.oneof({ arbitrary: known, weight: 3 }, { arbitrary: any, weight: 1 }) : any;
}

function plain(source: Source, schema: JsonSchema, depth: number): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => valuesBy(source, one, "", depth + 1)));
  if (schema.type === "object") return objects(source, schema, depth);
  if (schema.type === "array") return lists(source, schema, depth);
  if (schema.type === "string") return texts(schema);
  if (schema.type === "boolean") return fc.boolean();
  if (schema.type === "null") return fc.constant(null);
  if (schema.type === "integer" || schema.type === "number") return numbers(schema);
  return fc.jsonValue({ maxDepth: 2 });
}

function objects(source: Source, schema: JsonSchema, depth: number): fc.Arbitrary<unknown> {
  const { properties, required = [], propertyNames = { type: "string" }, additionalProperties } = schema;
  if (!properties && typeof additionalProperties === "object") {
    const value = valuesBy(source, additionalProperties, "", depth + 1);
    return fc.dictionary(texts(propertyNames) as fc.Arbitrary<string>, value, { maxKeys: 3 });
  }
  const members = Object.entries(properties ?? {}).map(([name, one]) => [name, valuesBy(source, one, name, depth + 1)]);
  return fc.record(Object.fromEntries(members) as Record<string, fc.Arbitrary<unknown>>, { requiredKeys: required });
}

function lists(source: Source, { items = {}, minItems = 0, maxItems = 3 }: JsonSchema, depth: number) {
  const most = depth > DEEPEST ? minItems : Math.max(minItems, Math.min(maxItems, 3));
  return fc.array(valuesBy(source, items, "", depth + 1), { minLength: minItems, maxLength: most });
}

function texts({ pattern, minLength = 0, maxLength = LONGEST }: JsonSchema): fc.Arbitrary<string> {
  if (pattern !== undefined) {
    try {
      return fc.stringMatching(new RegExp(pattern, "u"), { maxLength });
    } catch {
      return fc.string();
    }
  }
  const unit = fc.constantFrom("grapheme", "binary", "grapheme-ascii");
  return unit.chain((kind) =>
    fc.string({ unit: kind as "grapheme", minLength, maxLength: Math.max(minLength, Math.min(maxLength, LONGEST)) }),
  );
}

function numbers({ type, minimum, maximum }: JsonSchema): fc.Arbitrary<number> {
  const range = {
    ...(minimum === undefined ? {} : { min: minimum }),
    ...(maximum === undefined ? {} : { max: maximum }),
  };
  return type === "integer" ? fc.maxSafeInteger().chain(() => fc.integer(range)) : fc.double({ ...range, noNaN: true });
}

const WRONG = [
  null,
  true,
  -1,
  0.5,
  1e300,
  "",
  " ",
  "\u0000",
  "x".repeat(5000),
  "2026-02-30",
  [],
  {},
  [[]],
  { a: { b: 1 } },
];

/** Changes to a body: a member gone, added, or of another kind; or something else altogether. */
export const changes: fc.Arbitrary<(body: unknown) => unknown> = fc
  .tuple(fc.nat(9), fc.nat(), fc.constantFrom<unknown>(...WRONG))
  .map(([how, at, other]) => (body: unknown) => {
    if (how === 0 || typeof body !== "object" || body === null || Array.isArray(body)) return other;
    if (how === 1) return { ...body, notAMember: other };
    const names = Object.keys(body);
    const name = names[at % Math.max(1, names.length)];
    if (name === undefined) return { [String(at)]: other };
    const { [name]: _gone, ...rest } = body as Record<string, unknown>;
    return how < 4 ? rest : { ...rest, [name]: other };
  });
