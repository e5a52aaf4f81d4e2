import { DEFAULT_RATE_TABLE } from "../../../common/default-tariff.ts";
import type { Json } from "./schemas.ts";

/** An id of ours: a UUID (RFC 9562), which sorts by time. */
export const EXAMPLE_ID = "01981a2e-6f30-7c11-9d0e-3a5b7c9d1e2f";

const ENTERED = "2026-11-20T16:30:00.000Z";
const NOW = "2026-11-20T18:42:03.120Z";

/** Examples of what has a name; also where a check wants more than a schema can say. */
const OF_SCHEMA: Readonly<Record<string, unknown>> = {
  Instant: NOW,
  At: NOW,
  Edge: "2026-11-20",
  SiteDate: "2026-11-20",
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
  RateTableSchema: DEFAULT_RATE_TABLE,
  RoleCreate: { id: "evening", name: "Evening shift", permissions: ["session:read", "shift:read"] },
  RoleUpdate: { name: "Evening shift", permissions: ["session:read", "shift:read"] },
  UserUpdate: { displayName: "Anna Vogel", disabled: false },
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

/** Examples of members, by name; taken where they fit the member's schema. */
const OF_MEMBER: Readonly<Record<string, unknown>> = {
  id: EXAMPLE_ID,
  sessionId: EXAMPLE_ID,
  shiftId: EXAMPLE_ID,
  userId: EXAMPLE_ID,
  paymentId: EXAMPLE_ID,
  tariffId: EXAMPLE_ID,
  subscriptionId: EXAMPLE_ID,
  categoryId: "small",
  username: "anna",
  displayName: "Anna Vogel",
  userName: "Anna Vogel",
  holder: "Anna Vogel",
  name: "Main street",
  siteName: "Main street",
  password: "correct horse",
  roleId: "cashier",
  roleName: "Cashier",
  language: "en",
  currency: "EUR",
  timezone: "Europe/Berlin",
  plate: "KX482BD",
  ticket: "00842-7KQ4M2XD",
  code: "00842-7KQ4M2XD",
  credential: "0451",
  driver: "relay-modbus",
  lane: "entry-1",
  entryLane: "entry-1",
  seq: 4711,
  amount: 650,
  tax: 113,
  tendered: 1000,
  change: 350,
  float: 10_000,
  receiptNumber: 842,
  exitedAt: NOW,
  note: "Anna called",
  message: "The printer is out of paper",
  source: "10.0.0.5",
  head: "9f2c",
  hash: "9f2c",
  prev: "5b10",
  schedule: "0 3 * * *",
  targetDir: "/mnt/usb/backups",
  date: "2026-11-20",
  enteredAt: ENTERED,
  label: "Started hours",
  next: null,
  from: "07:00",
  to: "19:00",
  version: "0.1.0",
  cursor: "4711:void",
};

const MOST_DEPTH = 8;

/** Makes examples of schemas; `named` are those that references point to. */
export function exampleMaker(named: Readonly<Record<string, Json>>): (schema: Json, member?: string) => unknown {
  const make = (schema: Json, member: string, depth: number): unknown => {
    const name = schema.$ref?.split("/").at(-1);
    if (name !== undefined) {
      const meant = named[name] ?? {};
      if (member in OF_MEMBER && fits(meant, OF_MEMBER[member])) return OF_MEMBER[member];
      return OF_SCHEMA[name] ?? make(meant, member, depth);
    }
    if (member in OF_MEMBER && fits(schema, OF_MEMBER[member])) return OF_MEMBER[member];
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
  if (typeof value === "string")
    return schema.type === "string" && new RegExp(schema.pattern ?? "", "u").test(value) && schema.const === undefined;
  return schema.type === "integer" || schema.type === "number";
}
