import * as v from "valibot";
import { EVENT_KINDS, EVENT_PAYLOADS, type LedgerEvent } from "../events.ts";
import { At, Int } from "./parts.ts";

/** Who or what did something, as the ledger names it. */
export const ActorName = v.strictObject({ type: v.picklist(["user", "device", "system", "cli"]), id: v.string() });

/** What stands around the data of every entry. */
export const recordFields = {
  seq: Int,
  id: v.string(),
  at: At,
  actor: ActorName,
  lane: v.nullable(v.string()),
  prev: v.string(),
  hash: v.string(),
  keyId: v.string(),
  sig: v.string(),
};

function recordOfEachKind(): v.GenericSchema<LedgerEvent> {
  const records = EVENT_KINDS.map((kind) =>
    v.strictObject({ ...recordFields, kind: v.literal(kind), data: EVENT_PAYLOADS[kind] }),
  );
  return v.union(records) as unknown as v.GenericSchema<LedgerEvent>;
}

/** An entry of the ledger as it is answered: one shape for each kind. */
export const LedgerRecord = /* @__PURE__ */ recordOfEachKind();
