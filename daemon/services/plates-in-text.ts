import { refuseInput } from "../../common/errors.ts";
import type { EventKind, LedgerEvent } from "../../common/events.ts";
import { type Db, sql } from "../../common/node/db.ts";
import { type LedgerKeys, plateRefOf } from "../ledger/keys.ts";

/** What a text that stays in the ledger is refused with when it names a plate. */
export const WITHOUT_PLATE = "expected words without the plate: the ledger keeps them";

/** As long as a plate can be; a single letter or digit is too common a word to be taken for one. */
const LONGEST = 16;
const SHORTEST = 2;

/** Events whose reason a person words; everywhere else it is one out of a list. */
const WORDED: readonly EventKind[] = ["session_open", "erasure"];

/** Refuses what a person writes into the ledger where it names a plate the booth knows: the chain keeps it for ever. */
export function refusePlateInWords(db: Db, keys: LedgerKeys, { kind, actor, data }: LedgerEvent): void {
  // What the booth and its devices say is out of lists, and a passage must not fail over it.
  if (actor.type !== "user" && actor.type !== "cli") return;
  for (const path of ["note", ...(WORDED.includes(kind) ? ["reason"] : [])]) {
    const text = (data as Readonly<Record<string, unknown>>)[path];
    if (typeof text === "string" && namesPlate(db, keys, text)) refuseInput(path, WITHOUT_PLATE);
  }
}

/**
 * Whether a word of a text, or words side by side, are a plate of a stay or a subscription the booth knows, or one of
 * `more` by its reference. Any other word passes, however much it looks like a plate.
 */
export function namesPlate(db: Db, keys: LedgerKeys, text: string, more: readonly string[] = []): boolean {
  const known = sql(
    db,
    "SELECT 1 FROM plates WHERE ref = ? UNION ALL SELECT 1 FROM subscription_members WHERE ref = ? LIMIT 1",
  );
  return plateLike(text).some((plate) => {
    const ref = plateRefOf(keys, plate);
    return more.includes(ref) || known.get(ref, ref) !== undefined;
  });
}

/** All that could be a plate in a text, written as plates are kept. */
function plateLike(text: string): string[] {
  const words =
    text
      .normalize("NFKC")
      .toUpperCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  const found = new Set<string>();
  for (const at of words.keys()) {
    let joined = "";
    for (const word of words.slice(at)) {
      joined += word;
      if (joined.length > LONGEST) break;
      if (joined.length >= SHORTEST) found.add(joined);
    }
  }
  return [...found];
}
