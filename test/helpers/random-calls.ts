import fc from "fast-check";
import { type JsonSchema, type Source, spoilt, valuesBy } from "./arbitrary-json.ts";
import { rateTables } from "./arbitrary-tariffs.ts";
import type { NamedOperation, OpenDocument, Operation } from "./openapi.ts";
import { CALLERS, type CallerName, type Callers } from "./random-callers.ts";

/** One random request. */
export interface Call {
  caller: CallerName;
  path: string;
  body: string;
  headers: Record<string, string>;
  /** Whether its body is wrong by the schema, so that nothing may come of it. */
  isInvalid: boolean;
}

/** Where the ids of a path are found: a list, and the member of its items. */
const LISTS: Readonly<Record<string, [string, string]>> = {
  "/api/auth/sign-ins/{signIn}": ["/api/auth/sign-ins", "id"],
  "/api/events/{seq}": ["/api/events?limit=200", "seq"],
  "/api/lanes/{lane}": ["/api/lanes", "id"],
  "/api/setup/lanes/{lane}": ["/api/lanes", "id"],
  "/api/payments/{id}": ["/api/payments", "id"],
  "/api/prints/{id}": ["/api/prints", "id"],
  "/api/roles/{id}": ["/api/roles", "id"],
  "/api/sessions/{id}": ["/api/sessions", "id"],
  "/api/shifts/{id}": ["/api/shifts", "id"],
  "/api/subscriptions/{id}": ["/api/subscriptions", "id"],
  "/api/tariffs/{id}": ["/api/tariffs", "id"],
  "/api/users/{id}": ["/api/users", "id"],
};

const STRANGE = ["nope", "1", "0", "999999999", "-1", "%00", "%", "a b", "ä", "x".repeat(300), "__proto__", "..;"];

const instants = fc
  .date({ min: new Date("2026-11-19"), max: new Date("2026-12-24"), noInvalidDate: true })
  .map((date) => date.toISOString());
const days = instants.map((text) => text.slice(0, 10));
const tables = rateTables({ entry: true, stepped: true, fallingTiers: true });

/** Values by member or schema that mean something at the booth as it stands now. */
export async function knownOf(callers: Callers): Promise<Source["known"]> {
  const pick = async (path: string, member: string): Promise<fc.Arbitrary<unknown> | null> => {
    const found = (await callers.list(path)).map((item) => item[member]).filter((value) => value !== null);
    return found.length > 0 ? fc.constantFrom(...found) : null;
  };
  const found = {
    sessionId: await pick("/api/sessions", "id"),
    session: await pick("/api/sessions", "id"),
    ticket: await pick("/api/sessions", "ticket"),
    code: await pick("/api/sessions", "ticket"),
    plate: await pick("/api/sessions", "plate"),
    shift: await pick("/api/shifts", "id"),
    subscription: await pick("/api/subscriptions", "id"),
    tariffId: await pick("/api/tariffs", "id"),
    roleId: await pick("/api/roles", "id"),
    lane: await pick("/api/lanes", "id"),
    categoryId: await pick("/api/carwash/categories", "id"),
  };
  return {
    ...Object.fromEntries(Object.entries(found).flatMap(([name, one]) => (one ? [[name, one]] : []))),
    Instant: instants,
    SiteDate: days,
    Edge: fc.oneof(instants, days),
    DayOrInstant: fc.oneof(instants, days),
    quotedAt: instants,
    enteredAt: instants,
    rateTable: tables,
    credential: fc.constantFrom("SUB1", "SUB2", "OTHER"),
    // A random name would be a real address or folder of the machine that runs this.
    driver: fc.constantFrom("simulated", "none"),
    targetDir: fc.constant(null),
    permissions: fc.subarray(["session:read", "shift:read", "user:read", "no:such"]),
    timezone: fc.constantFrom("Europe/Berlin", "America/New_York", "Nowhere/Else"),
    username: fc.constantFrom("readonly", "operator", "somebody"),
    limit: fc.constantFrom("1", "2", "500", "0", "501"),
    cursor: fc.constantFrom("1", "20", "12:void", "zzz"),
    from: fc.oneof(instants, days),
    to: fc.oneof(instants, days),
    csv: fc.constantFrom(
      "holder,plates,validFrom,validTo\nAnna,NEW1,2026-11-01,2026-12-31\n",
      "holder\n",
      "a;b\n1;2\n",
    ),
  };
}

/** Random requests to an operation: valid, nearly valid, and none of that; by each caller. */
export async function callsOf(
  { document, check }: OpenDocument,
  { operation, path }: NamedOperation,
  callers: Callers,
  known: Source["known"],
): Promise<fc.Arbitrary<Call>> {
  const source: Source = { named: document.components.schemas as Record<string, JsonSchema>, known };
  return fc
    .record({
      caller: fc.constantFrom<CallerName>("admin", ...CALLERS),
      path: fc.tuple(await pathsOf(path, callers), queriesOf(source, operation)).map((parts) => parts.join("")),
      sent: bodiesOf(source, operation),
      accept: fc.constantFrom("*/*", "application/json", "text/html", "text/csv", "text/plain"),
    })
    .map(({ caller, path, sent, accept }) => {
      const type = sent.type === "" ? {} : { "content-type": sent.type };
      const isInvalid = sent.value !== undefined && check(sent.schema, sent.value).length > 0;
      return { caller, path, body: sent.text, headers: { accept, ...type }, isInvalid };
    });
}

async function pathsOf(path: string, callers: Callers): Promise<fc.Arbitrary<string>> {
  const entry = Object.entries(LISTS).find(([prefix]) => path === prefix || path.startsWith(`${prefix}/`));
  const [list, member] = entry?.[1] ?? ["/api/lanes", "id"];
  // The callers themselves must be able to sign in again.
  const others = (await callers.list(list)).filter(({ username }) => !CALLERS.some((caller) => caller === username));
  const found = others.map((item) => String(item[member]));
  const strange = fc.constantFrom(...STRANGE);
  const ids = found.length > 0 ? fc.oneof({ arbitrary: fc.constantFrom(...found), weight: 4 }, strange) : strange;
  return fc.infiniteStream(ids).map((stream) => path.replace(/\{\w+\}/g, () => String(stream.next().value)));
}

function queriesOf(source: Source, { parameters }: Operation): fc.Arbitrary<string> {
  const known = parameters.flatMap((one) => ("schema" in one && one.in === "query" ? [one] : []));
  const values = Object.fromEntries(
    known.map(({ name, schema }) => [
      name,
      fc.oneof({ arbitrary: valuesBy(source, schema, name), weight: 4 }, fc.string()),
    ]),
  );
  const some = fc.record({ ...values, stranger: fc.constantFrom("1") }, { requiredKeys: [] });
  return some.map((query) => {
    const { stranger, ...rest } = query as Record<string, unknown>;
    const given = Object.entries(rest).filter(([, value]) => value !== undefined);
    const chosen = stranger && given.length > 2 ? [...given, ["stranger", "1"]] : given.slice(0, 3);
    const text = new URLSearchParams(
      chosen.map(([name, value]): [string, string] => [String(name), String(value)]),
    ).toString();
    return text === "" ? "" : `?${text}`;
  });
}

interface Body {
  text: string;
  type: string;
  schema: object;
  /** What was sent as JSON; undefined for anything else. */
  value?: unknown;
}

function csvBodies(): Body[] {
  const good = "holder,plates,validFrom,validTo\nAnna,CSV1,2026-11-01,2026-12-31\n";
  return [good, `${good}${good}`, "holder\n", "\u0000", '"'].map((text) => ({ text, type: "text/csv", schema: {} }));
}

/** Reads of a camera, without a picture, with one that is none, and parts that nobody asked for. */
function multipartBodies(): Body[] {
  const part = (name: string, text: string) => {
    const file = name === "meta" ? "" : `; filename="crop.jpg"\r\nContent-Type: image/jpeg`;
    return `--cut\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${text}\r\n`;
  };
  const meta = part("meta", '{"plate":"CAR1","confidence":0.9,"vehicleClass":"sedan"}');
  const all = [
    `${meta}--cut--`,
    `${meta}${part("crop", "no picture")}--cut--`,
    `${part("other", "x")}--cut--`,
    meta,
    "",
  ];
  return all.map((text) => ({ text, type: "multipart/form-data; boundary=cut", schema: {} }));
}

const NOT_JSON: readonly Body[] = [
  { text: '{"a":', type: "application/json", schema: {} },
  { text: '"\\ud800"', type: "application/json", schema: {} },
  { text: "[".repeat(100), type: "application/json", schema: {} },
  { text: " ".repeat(70_000), type: "application/json", schema: {} },
  { text: "a=b", type: "application/x-www-form-urlencoded", schema: {} },
  { text: "hello", type: "text/plain", schema: {} },
  ...csvBodies(),
  ...multipartBodies(),
];

function bodiesOf(source: Source, { requestBody }: Operation): fc.Arbitrary<Body> {
  const none = fc.constant<Body>({ text: "", type: "", schema: {} });
  const content = requestBody?.content["application/json"];
  if (!content) return none;
  const valid = fc.oneof(fc.constant(content.example), valuesBy(source, content.schema as JsonSchema));
  const json = (value: unknown): Body => ({
    text: JSON.stringify(value) ?? "null",
    type: "application/json",
    schema: content.schema,
    value,
  });
  return fc.oneof(
    { arbitrary: valid.map(json), weight: 5 },
    { arbitrary: spoilt(valid).map(json), weight: 4 },
    { arbitrary: fc.constantFrom(...NOT_JSON), weight: Object.keys(requestBody.content).length > 1 ? 5 : 1 },
    { arbitrary: none, weight: 1 },
  );
}
