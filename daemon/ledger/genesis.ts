import { v7 as uuidv7 } from "uuid";
import { type Clock, instant, systemClock } from "../../common/node/clock.ts";
import { type Db, sql } from "../../common/node/db.ts";
import { keyIdOf, type LedgerKeys } from "./keys.ts";
import { SYSTEM } from "./recorder.ts";
import { canonical, type EventRow, NOTHING_BEFORE, seal } from "./seal.ts";
import { insertRow } from "./writer.ts";

const FORMAT = 1;

/** The chain belongs to another key or another booth than the configuration says. The message is one clear sentence. */
export class ForeignChainError extends Error {
  /** What to do about it. */
  readonly fix: string;

  constructor(message: string, fix: string) {
    super(message);
    this.name = "ForeignChainError";
    this.fix = fix;
  }
}

/** What the first event says: whose chain this is. */
export interface Genesis {
  format: number;
  boothId: string;
  publicKey: string;
}

/** What the first event of a chain says, or null if there is none that says it. */
export function readGenesis(db: Db): Genesis | null {
  const row = sql<EventRow>(db, "SELECT kind, data FROM events WHERE seq = 1").get();
  if (row?.kind !== "genesis") return null;
  try {
    const { format, boothId, publicKey } = JSON.parse(row.data) as Partial<Genesis>;
    const said = typeof format === "number" && typeof boothId === "string" && typeof publicKey === "string";
    return said ? { format, boothId, publicKey } : null;
  } catch {
    return null;
  }
}

/** Begins the chain of a new booth, or makes sure that an existing one is this booth's and this key's. */
export function openChain(db: Db, keys: LedgerKeys, boothId: string, clock: Clock = systemClock): void {
  if (sql(db, "SELECT 1 FROM events LIMIT 1").get()) {
    assertOwnChain(db, keys, boothId);
    return;
  }
  db.transaction(() => {
    // Another process may have begun the chain in the meantime.
    if (sql(db, "SELECT 1 FROM events LIMIT 1").get()) {
      assertOwnChain(db, keys, boothId);
      return;
    }
    insertRow(db, seal(keys, genesisRow(keys, boothId, clock.now())));
  }).immediate();
}

function genesisRow(keys: LedgerKeys, boothId: string, now: number) {
  const actor = canonical({ id: SYSTEM.id, type: SYSTEM.type });
  const data = canonical({ format: FORMAT, boothId, publicKey: keys.publicKeyText });
  return {
    seq: 1,
    id: uuidv7({ msecs: now }),
    kind: "genesis",
    at: instant(now),
    actor,
    lane: null,
    data,
    prev: NOTHING_BEFORE,
  };
}

/** Makes sure that an existing chain is this booth's and this key's. Throws a ForeignChainError. */
export function assertOwnChain(db: Db, keys: Pick<LedgerKeys, "keyId">, boothId: string): void {
  const genesis = readGenesis(db);
  // A chain that does not begin as it must is for the verification to report, not a matter of configuration.
  if (!genesis) return;
  const owner = keyIdOf(Buffer.from(genesis.publicKey, "base64url"));
  if (owner !== keys.keyId) {
    throw new ForeignChainError(
      `this ledger belongs to the signing key ${owner}, but EVENT_SIGNING_KEY is the key ${keys.keyId}`,
      "put the ledger's own key back; boothctl config key FILE says which key a file holds",
    );
  }
  if (genesis.boothId !== boothId) {
    throw new ForeignChainError(
      `this ledger belongs to the booth "${genesis.boothId}", but BOOTH_ID is "${boothId}"`,
      `set BOOTH_ID=${genesis.boothId}`,
    );
  }
}
