import { createHash } from "node:crypto";
import { DEFAULT_RATE_TABLE } from "../../../common/default-tariff.ts";
import type { Json } from "./schemas.ts";

/** An id of ours: a UUID (RFC 9562), which sorts by time. */
export const EXAMPLE_ID = "01981a2e-6f30-7c11-9d0e-3a5b7c9d1e2f";

const DAY = "2026-11-20";
const DAY_BEGAN = "2026-11-19T23:00:00.000Z";
const DAY_ENDED = "2026-11-20T23:00:00.000Z";
const ENTERED = "2026-11-20T16:30:00.000Z";
const NOW = "2026-11-20T18:42:03.120Z";
const SOON = "2026-11-20T18:57:03.120Z";
const KEY_ID = "5d41402abc4b2a76";
const SIGNATURE = "nG2yJ0c1Zr8uQw".repeat(7).slice(0, 86);
const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");
const COPY_NAME = "booth-7-20261120T030000Z.tar.age";

/** Examples of what has a name; also where a check wants more than a schema can say. */
const OF_SCHEMA: Readonly<Record<string, unknown>> = {
  Instant: NOW,
  At: NOW,
  Edge: DAY,
  SiteDate: DAY,
  DayOrInstant: "2026-12-31",
  Slug: "entry-1",
  Line: "Anna called",
  Plate: "KX482BD",
  Credential: "0451",
  Amount: 650,
  PositiveAmount: 5000,
  NewPassword: "correct horse",
  Counted: { "5000": 2, "1000": 3, "200": 7 },
  RateTable: DEFAULT_RATE_TABLE,
  Role: { id: "cashier", name: "Cashier", builtin: true, permissions: ["session:read", "payment:create"] },
  ListedRole: {
    id: "cashier",
    name: "Cashier",
    builtin: true,
    permissions: ["session:read", "payment:create"],
    users: 3,
  },
  RoleCreate: { id: "evening", name: "Evening shift", permissions: ["session:read", "shift:read"] },
  RoleUpdate: { name: "Evening shift", permissions: ["session:read", "shift:read"] },
  UserUpdate: { displayName: "Anna Vogel", disabled: false },
  PasswordChange: { current: "correct horse", next: "battery staple" },
  WashCategory: { id: "small", name: "Small", classes: ["sedan"] },
  LedgerRecord: {
    seq: 4711,
    id: EXAMPLE_ID,
    at: NOW,
    actor: { type: "user", id: EXAMPLE_ID },
    lane: null,
    kind: "shift_open",
    data: { shiftId: EXAMPLE_ID, number: 12, userId: EXAMPLE_ID, float: 10_000 },
    prev: hashOf("4710"),
    hash: hashOf("4711"),
    keyId: KEY_ID,
    sig: SIGNATURE,
  },
  QuoteLine: {
    label: "Started 10 minutes",
    collection: "Day",
    from: ENTERED,
    to: "2026-11-20T18:40:00.000Z",
    quantity: 13,
    value: 50,
    amount: 650,
  },
  PermissionGrid: { resources: ["shift"], actions: ["create", "read"], grid: { shift: ["create", "read"] } },
  DriverField: { name: "port", label: "Port", help: "Where it listens", type: "int", required: false, default: 502 },
  ReadinessAnswer: { ready: true, checks: { db: { ok: true, message: "the database can be read and written" } } },
  BackupVerify: { name: COPY_NAME },
  BackupConfigUpdate: { keepLast: 14, keepDailyDays: null, targetDir: "/mnt/usb/backups" },
  SiteConfigUpdate: { capacity: 120, receiptFooter: "Drive safely", modules: ["parking", "validation"] },
  Assignment: {
    lane: "exit-1",
    direction: "exit",
    devices: { access: { driver: "relay-modbus", config: { host: "10.0.0.21", coil: 0 } } },
  },
  SubscriptionCreate: { holder: "Anna Vogel", plates: ["KX482BD"], validFrom: "2026-11-01", validTo: "2026-12-31" },
  SubscriptionUpdate: { status: "blocked", blockedReason: "Unpaid since October" },
  SubscriptionImport: { csv: "holder,plates,validFrom,validTo\nAnna Vogel,KX482BD,2026-11-01,2026-12-31\n" },
  TariffQuote: { tariffId: EXAMPLE_ID, enteredAt: ENTERED, exitedAt: NOW },
  PaymentRequest: { sessionId: EXAMPLE_ID, quotedAt: NOW, amount: 650, method: "cash", tendered: 1000, lane: "exit-1" },
  WashOrderRequest: { plate: "KX482BD", categoryId: "small" },
  ValidationRequest: { station: "bar", ticket: "00842" },
};

/** Of these, some members are other than their names would make them; what is undefined is left out. */
const PART_OF_SCHEMA: Readonly<Record<string, object>> = {
  Lane: { id: "entry-1", name: "Entry 1" },
  AssignedLane: { name: "Entry 1" },
  Driver: { id: "relay-modbus", label: "Relay board (Modbus TCP)" },
  LaneDevice: { message: null },
  DeviceTest: { message: "The relay answered", transcript: ["connected to 10.0.0.21:502"] },
  Shift: { openedAt: ENTERED, counted: { "5000": 2, "1000": 3, "200": 7 }, expected: 14_400, overShort: 0 },
  Session: { state: "paid", exitedAt: undefined, exitLane: undefined, subscriptionId: undefined },
  Subscription: { carsInside: 1, blockedReason: undefined },
  BackupCopy: { name: COPY_NAME },
  BackupRun: { name: COPY_NAME, code: null, message: null },
  BackupVerdict: { name: COPY_NAME, code: null, message: null },
};

/** Examples of members, by name; of several, the first that fits the member's schema. */
const OF_MEMBER: Readonly<Record<string, unknown>> = {
  id: EXAMPLE_ID,
  sessionId: EXAMPLE_ID,
  session: EXAMPLE_ID,
  shiftId: EXAMPLE_ID,
  shift: EXAMPLE_ID,
  userId: EXAMPLE_ID,
  actor: EXAMPLE_ID,
  paymentId: EXAMPLE_ID,
  tariffId: EXAMPLE_ID,
  subscriptionId: EXAMPLE_ID,
  subscription: EXAMPLE_ID,
  categoryId: "small",
  username: "anna",
  displayName: "Anna Vogel",
  userName: "Anna Vogel",
  holder: "Anna Vogel",
  publishedBy: "Anna Vogel",
  assignedBy: "Anna Vogel",
  askedBy: "Anna Vogel",
  orderedBy: EXAMPLE_ID,
  orderedByName: "Anna Vogel",
  name: "Main street",
  siteName: "Main street",
  tariffName: "Standard",
  address: "1 Main street",
  password: "correct horse",
  roleId: "cashier",
  roleName: "Cashier",
  language: "en",
  currency: "EUR",
  timezone: "Europe/Berlin",
  capacity: 120,
  carsInside: 47,
  denominations: 5000,
  plate: "KX482BD",
  plates: "KX482BD",
  q: "KX48",
  ticket: "00842-7KQ4M2XD",
  code: "00842-7KQ4M2XD",
  credential: "0451",
  credentials: "0451",
  vehicleClass: "sedan",
  driver: "relay-modbus",
  lane: "entry-1",
  lanes: "entry-1",
  entryLane: "entry-1",
  exitLane: "exit-1",
  picture: `/api/sessions/${EXAMPLE_ID}/picture`,
  station: "bar",
  seq: 4711,
  lastSeq: 4711,
  amount: 650,
  tax: 113,
  taken: 650,
  tendered: 1000,
  change: 350,
  float: 10_000,
  receiptNumber: 842,
  note: "Anna called",
  message: "The printer is out of paper",
  source: "10.0.0.5",
  agent: "Firefox on Linux",
  boothId: "booth-7",
  keyId: KEY_ID,
  sig: SIGNATURE,
  head: hashOf("4711"),
  hash: hashOf("4711"),
  prev: hashOf("4710"),
  keepLast: 7,
  keepDailyDays: 30,
  plateRetentionDays: 30,
  schedule: "0 3 * * *",
  targetDir: "/mnt/usb/backups",
  date: DAY,
  enteredAt: ENTERED,
  exitedAt: NOW,
  paidUntil: SOON,
  validUntil: SOON,
  startedAt: ENTERED,
  assignedAt: ENTERED,
  effectiveFrom: DAY_ENDED,
  from: [DAY, DAY_BEGAN, "07:00"],
  to: [DAY, DAY_ENDED, "19:00"],
  validFrom: "2026-10-31T23:00:00.000Z",
  validTo: "2026-12-31T23:00:00.000Z",
  label: "Started hours",
  next: null,
  disabled: false,
  demo: false,
  full: false,
  simulated: false,
  entryPresenceBypass: false,
  version: "0.1.0",
  cursor: "4711:void",
};

const MOST_DEPTH = 8;

/** Makes examples of schemas; `named` are those that references point to. */
export function exampleMaker(named: Readonly<Record<string, Json>>): (schema: Json, member?: string) => unknown {
  for (const name of [...Object.keys(OF_SCHEMA), ...Object.keys(PART_OF_SCHEMA)])
    if (!(name in named)) throw new Error(`an example of ${name}, which is no schema`);
  const make = (schema: Json, member: string, depth: number): unknown => {
    const name = schema.$ref?.split("/").at(-1);
    if (name !== undefined) {
      const meant = named[name] ?? {};
      const known = ofMember(meant, member);
      if (known !== undefined) return known;
      if (name in OF_SCHEMA) return OF_SCHEMA[name];
      const made = make(meant, member, depth);
      return name in PART_OF_SCHEMA ? { ...(made as object), ...PART_OF_SCHEMA[name] } : made;
    }
    const known = ofMember(schema, member);
    if (known !== undefined) return known;
    if (schema.const !== undefined) return schema.const;
    if (schema.enum) return schema.enum[0];
    const choice = schema.anyOf ?? schema.oneOf;
    if (choice) return make((choice as Json[]).find((one) => one.type !== "null") ?? {}, member, depth + 1);
    if (schema.type === "array")
      return depth > MOST_DEPTH || !isObject(schema.items) ? [] : [make(schema.items, member, depth + 1)];
    if (schema.type === "object") return madeObject(schema, depth);
    return plain(schema);
  };
  const madeObject = (schema: Json, depth: number) => {
    const members = Object.entries(schema.properties ?? {}) as [string, Json][];
    const wanted = members.filter(([name, one]) => schema.required?.includes(name) || one.default === undefined);
    return Object.fromEntries(wanted.map(([name, one]) => [name, make(one, name, depth + 1)]));
  };
  return (schema, member = "") => make(schema, member, 0);
}

/** The first example of a member that fits its schema; undefined where there is none. */
function ofMember(schema: Json, member: string): unknown {
  return [OF_MEMBER[member]].flat().find((value) => value !== undefined && fits(schema, value));
}

function isObject(schema: unknown): schema is Json {
  return typeof schema === "object" && schema !== null && !Array.isArray(schema);
}

function plain(schema: Json): unknown {
  if (schema.type === "boolean") return true;
  if (schema.type === "integer" || schema.type === "number") return Math.max(1, schema.minimum ?? 1);
  if (schema.type === "null") return null;
  return schema.pattern?.startsWith("^\\d") ? "12" : "text";
}

/** Whether a simple value can stand for a schema, as far as it matters to examples. */
function fits(schema: Json, value: unknown): boolean {
  const choice = (schema.anyOf ?? schema.oneOf) as Json[] | undefined;
  if (choice) return choice.some((one) => fits(one, value));
  if (schema.enum) return (schema.enum as unknown[]).includes(value);
  if (value === null) return schema.type === "null";
  if (typeof value === "boolean") return schema.type === "boolean";
  if (typeof value === "string")
    return schema.type === "string" && new RegExp(schema.pattern ?? "", "u").test(value) && schema.const === undefined;
  return schema.type === "integer" || schema.type === "number";
}
