import { assetPath } from "../../common/node/assets.ts";
import { type Db, openDb, sql } from "../../common/node/db.ts";
import { newerSchema, schemaMismatch } from "../../common/node/migrate.ts";
import { CliError } from "../cli/errors.ts";
import { databaseIn } from "../cli/open.ts";
import { shellWord } from "../cli/text.ts";
import { type Remedy, remedyOf } from "./remedy.ts";

/** Why something cannot be looked at, and what to do. */
export interface Trouble extends Remedy {
  message: string;
}

/** The database as it is found. */
export interface DatabaseFound {
  /** The database as it opens; null where `dbTrouble` says why not. */
  raw: Db | null;
  dbTrouble: Trouble | null;
  /** The same, where its schema is the program's; `schemaTrouble` says what differs. */
  db: Db | null;
  schemaTrouble: Trouble | null;
}

/** Opens the database to look at it. */
export function findDatabase(dataDir: string): DatabaseFound {
  try {
    const raw = openDb(databaseIn(dataDir), { readonly: true });
    const tables = sql<{ count: number }>(raw, "SELECT count(*) AS count FROM sqlite_master").get();
    if (tables?.count) return { raw, dbTrouble: null, ...look(raw) };
    raw.close();
    return without({ message: "is empty: its ledger is gone", ...restore(dataDir) });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if (!(error instanceof CliError))
      return without({ message: `cannot be read: ${error.message}`, ...restore(dataDir) });
    return without({ message: error.message.replace(/\.$/, ""), ...remedyOf(error.more.hint ?? "boothctl status") });
  }
}

function without(dbTrouble: Trouble): DatabaseFound {
  return { raw: null, dbTrouble, db: null, schemaTrouble: null };
}

/** What to do about a database that is lost. */
export function restore(dataDir: string): Remedy {
  return {
    fix: `boothctl backup restore FILE --into ${shellWord(dataDir)} --set-aside`,
    hint: "Stop the booth first. FILE is the newest backup; what is there now is kept beside it.",
  };
}

function look(raw: Db): Pick<DatabaseFound, "db" | "schemaTrouble"> {
  const folder = assetPath("migrations/booth");
  const message = schemaMismatch(raw, folder);
  if (message === null) return { db: raw, schemaTrouble: null };
  const remedy =
    newerSchema(raw, folder) === null
      ? { fix: "boothctl serve", hint: "The booth migrates when it starts." }
      : {
          fix: null,
          hint: "A newer release wrote it. Unpack that one, and run its bin/boothctl install --role booth.",
        };
  return { db: null, schemaTrouble: { message, ...remedy } };
}
