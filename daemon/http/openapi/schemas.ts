import { type JsonSchema, toJsonSchemaDefs } from "@valibot/to-json-schema";
import type * as v from "valibot";
import * as auth from "../../../common/api/auth.ts";
import * as backups from "../../../common/api/backups.ts";
import * as carwash from "../../../common/api/carwash.ts";
import * as events from "../../../common/api/events.ts";
import * as health from "../../../common/api/health.ts";
import * as lanes from "../../../common/api/lanes.ts";
import * as record from "../../../common/api/ledger-record.ts";
import * as parts from "../../../common/api/parts.ts";
import * as payments from "../../../common/api/payments.ts";
import * as prints from "../../../common/api/prints.ts";
import * as reports from "../../../common/api/reports.ts";
import * as sessions from "../../../common/api/sessions.ts";
import * as setup from "../../../common/api/setup.ts";
import * as shifts from "../../../common/api/shifts.ts";
import * as site from "../../../common/api/site.ts";
import * as subscriptions from "../../../common/api/subscriptions.ts";
import * as tariffs from "../../../common/api/tariffs.ts";
import * as validations from "../../../common/api/validations.ts";
import { CheckpointNote, EVENT_PAYLOADS } from "../../../common/events.ts";
import { RateTableSchema } from "../../../common/rate-table.ts";
import { VehicleClassName } from "../../../common/review.ts";
import { Verification } from "../../../common/verification.ts";

/** A JSON Schema as the document holds it. */
export type Json = JsonSchema;

const exported: Readonly<Record<string, unknown>> = {
  ...{ ...auth, ...backups, ...carwash, ...events, ...health, ...lanes, ...record, ...parts, ...payments, ...prints },
  ...{ ...reports, ...sessions, ...setup, ...shifts, ...site, ...subscriptions, ...tariffs, ...validations },
  ...{ CheckpointNote, RateTable: RateTableSchema, VehicleClassName, Verification },
  ...Object.fromEntries(Object.entries(EVENT_PAYLOADS).map(([kind, schema]) => [`EventData.${kind}`, schema])),
};

const isSchema = (value: unknown): value is v.GenericSchema =>
  typeof value === "object" && value !== null && "kind" in value && value.kind === "schema";

/** Whether the parameters of a query stand in the document by themselves, and the schema of all of them nowhere. */
const isQuery = (name: string) => name.endsWith("Query");

/** Every schema the document gives a name: the one it is exported by. */
const NAMED: Readonly<Record<string, v.GenericSchema>> = Object.fromEntries(
  Object.entries(exported).flatMap(([name, value]) => (isSchema(value) && !isQuery(name) ? [[name, value]] : [])),
);

/** The schemas of the document as JSON Schema 2020-12. */
export interface Schemas {
  /** Those that have a name. */
  named: Record<string, Json>;
  /** A schema where it is used: a reference, where it has a name. */
  of(schema: v.GenericSchema): Json;
}

/** Converts all schemas at once: those that have a name, and those of the routes that have none. */
export function openSchemas(used: readonly v.GenericSchema[]): Schemas {
  const names = new Map<v.GenericSchema, string>(Object.entries(NAMED).map(([name, schema]) => [schema, name]));
  const unnamed = new Map<v.GenericSchema, string>();
  for (const schema of used) if (!names.has(schema)) unnamed.set(schema, `unnamed ${unnamed.size}`);
  const all = { ...NAMED, ...Object.fromEntries([...unnamed].map(([schema, key]) => [key, schema])) };
  const converted = toJsonSchemaDefs(all, {
    target: "draft-2020-12",
    typeMode: "input",
    // What a check adds, such as that a date exists, JSON Schema cannot say.
    errorMode: "ignore",
    overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
  });
  return {
    named: Object.fromEntries(Object.entries(converted).filter(([name]) => name in NAMED)),
    of(schema) {
      const name = names.get(schema);
      return name === undefined
        ? (converted[unnamed.get(schema) ?? ""] ?? {})
        : { $ref: `#/components/schemas/${name}` };
    },
  };
}
