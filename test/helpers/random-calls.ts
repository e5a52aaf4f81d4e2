import fc from "fast-check";
import { changes, type JsonSchema, type Source, valuesBy } from "./arbitrary-json.ts";
import { rateTables } from "./arbitrary-tariffs.ts";
import { type Meant, meantCall } from "./meant-calls.ts";
import type { NamedOperation, OpenDocument, Operation } from "./openapi.ts";
import { CALLERS, type CallerName, type Callers } from "./random-callers.ts";

/** One request. */
export interface Call {
  caller: CallerName;
  path: string;
  body: string;
  headers: Record<string, string>;
  /** Whether its body is wrong by the schema, so that nothing may come of it. */
  isInvalid: boolean;
  /** Whether its query is. */
  isInvalidQuery: boolean;
}

/** A random request, or a change to what is meant at the moment in which it is sent. */
export interface Plan {
  random: Call;
  change: ((body: unknown) => unknown) | null;
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
    // A random name would be a real address or folder of the machine that runs this; at this port nobody listens.
    driver: fc.constantFrom("simulated", "simulated", "none", "relay-modbus", "camera-http", "escpos-tcp"),
    config: fc.constantFrom({}, { host: "127.0.0.1", port: 9 }, { address: "http://127.0.0.1:9/x.jpg" }, { port: "x" }),
    targetDir: fc.constantFrom(null, "/proc/none", "relative/folder", "/dev/null"),
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
export async function plansOf(
  open: OpenDocument,
  { operation, path }: NamedOperation,
  callers: Callers,
  known: Source["known"],
): Promise<fc.Arbitrary<Plan>> {
  const source: Source = { named: open.document.components.schemas as Record<string, JsonSchema>, known };
  const random = fc
    .record({
      caller: fc.constantFrom<CallerName>("admin", ...CALLERS),
      where: await pathsOf(path, callers),
      query: queriesOf(source, operation, open),
      sent: bodiesOf(source, operation),
      accept: fc.constantFrom("*/*", "application/json", "text/html", "text/csv", "text/plain"),
    })
    .map(({ caller, where, query, sent, accept }): Call => {
      const type = sent.type === "" ? {} : { "content-type": sent.type };
      const isInvalid = sent.value !== undefined && open.check(sent.schema, sent.value).length > 0;
      const headers = { accept, ...type };
      return {
        caller,
        path: where + query.text,
        body: sent.text,
        headers,
        isInvalid,
        isInvalidQuery: query.isInvalid,
      };
    });
  const asItIs = fc.constant((body: unknown) => body);
  return fc.record({ random, change: fc.oneof({ arbitrary: fc.constant(null), weight: 2 }, asItIs, changes) });
}

/** The request of a plan; a random one where what is meant cannot be had as the booth stands. */
export async function callOf(
  open: OpenDocument,
  operation: NamedOperation,
  callers: Callers,
  { random, change }: Plan,
): Promise<Call> {
  if (change === null) return random;
  const meant = await meantOf(open, operation, callers, change).catch(() => random);
  return { ...meant, caller: random.caller === "admin" ? meant.caller : random.caller };
}

/** A request as it is meant: of what is not told, the first there is, and the example of the document. */
export async function meantOf(
  open: OpenDocument,
  { method, path, operation }: NamedOperation,
  callers: Callers,
  change = (body: unknown): unknown => body,
): Promise<Call> {
  const { caller = "admin", ids, body }: Meant = await meantCall(callers, method, path);
  const first = ids ? "" : ((await idsOf(path, callers))[0] ?? "");
  const content = operation.requestBody?.content["application/json"];
  const value = content && change(body ?? content.example);
  return {
    caller,
    path: path.replace(/\{(\w+)\}/g, (_, name: string) => ids?.[name] ?? first),
    body: content ? (JSON.stringify(value) ?? "null") : "",
    headers: content ? { "content-type": "application/json" } : {},
    isInvalid: content !== undefined && open.check(content.schema, value).length > 0,
    isInvalidQuery: false,
  };
}

/** What may stand in a path now. */
async function idsOf(path: string, callers: Callers): Promise<string[]> {
  if (!path.includes("{")) return [];
  const entry = Object.entries(LISTS).find(([prefix]) => path === prefix || path.startsWith(`${prefix}/`));
  const [list, member] = entry?.[1] ?? ["/api/lanes", "id"];
  // The callers themselves must be able to sign in again.
  const others = (await callers.list(list)).filter(({ username }) => !CALLERS.some((caller) => caller === username));
  return others.map((item) => String(item[member]));
}

async function pathsOf(path: string, callers: Callers): Promise<fc.Arbitrary<string>> {
  const found = await idsOf(path, callers);
  const strange = fc.constantFrom(...STRANGE);
  const ids = found.length > 0 ? fc.oneof({ arbitrary: fc.constantFrom(...found), weight: 4 }, strange) : strange;
  return fc.infiniteStream(ids).map((stream) => path.replace(/\{\w+\}/g, () => String(stream.next().value)));
}

interface Query {
  text: string;
  isInvalid: boolean;
}

/** Queries of at most three parameters; of an operation that takes some, also with one that it does not know. */
function queriesOf(source: Source, { parameters }: Operation, { check }: OpenDocument): fc.Arbitrary<Query> {
  const known = parameters.flatMap((one) => ("schema" in one && one.in === "query" ? [one] : []));
  const values = Object.fromEntries(
    known.map(({ name, schema }) => [
      name,
      fc.oneof({ arbitrary: valuesBy(source, schema, name), weight: 4 }, fc.string()),
    ]),
  );
  const isWrong = (name: string, value: string) => {
    const { schema } = known.find((one) => one.name === name) ?? {};
    return schema === undefined || check(schema, value).length > 0;
  };
  const some = fc.record(values, { requiredKeys: [] });
  return fc.tuple(some, fc.nat(9)).map(([query, more]) => {
    const given = Object.entries(query)
      .filter(([, value]) => value !== undefined)
      .slice(0, 3)
      .map(([name, value]): [string, string] => [name, textOf(value)]);
    if (more === 0 && known.length > 0) given.push(["stranger", "1"]);
    const missing = known.some(({ name, required }) => required && !given.some(([each]) => each === name));
    const text = new URLSearchParams(given).toString();
    return {
      text: text === "" ? "" : `?${text}`,
      isInvalid: missing || given.some(([name, value]) => isWrong(name, value)),
    };
  });
}

/** An object may lack what makes it text. */
const textOf = (value: unknown) => (typeof value === "object" ? JSON.stringify(value) : String(value));

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
    { arbitrary: fc.tuple(valid, changes).map(([value, change]) => json(change(value))), weight: 4 },
    { arbitrary: fc.constantFrom(...NOT_JSON), weight: Object.keys(requestBody.content).length > 1 ? 5 : 1 },
    { arbitrary: none, weight: 1 },
  );
}
