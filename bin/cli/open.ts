import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Db } from "../../common/node/db.ts";
import type { Passwords } from "../../common/node/passwords.ts";
import type { Actor, Booth } from "../../daemon/context.ts";
import type { Cli } from "./cli.ts";
import { boothSettings, dataDirOf, loginName } from "./environment.ts";
import { CliError } from "./errors.ts";
import { isHidden, needsRights } from "./rights.ts";
import { assertBoothsMachine, BOOTH } from "./side.ts";

/** The database of a booth in its data directory. */
const DATABASE = "booth.db";

/** A booth opened for one command, and who acts. */
export interface OpenedBooth {
  booth: Booth;
  actor: Actor;
  passwords: Passwords;
}

/** The path of a booth's database. Refuses where there is none, so that none is made by looking for it. */
export function databaseIn(dataDir: string): string {
  const path = join(dataDir, DATABASE);
  if (isHidden(path)) throw needsRights(BOOTH, path);
  if (existsSync(path)) return path;
  assertBoothsMachine();
  throw new CliError(6, "no_booth", `There is no booth in ${dataDir}.`, {
    unchanged: "Nothing was created there; --data-dir names another directory.",
    hint: "boothctl seed-admin",
  });
}

/**
 * Root takes on the owner of the data directory, so that no file of root's is left behind there. To be called when
 * settings, keys and input files have been read, before the directory is opened.
 */
export function becomeOwner(dataDir: string): void {
  if (process.getuid?.() !== 0 || !existsSync(dataDir)) return;
  const { uid, gid } = statSync(dataDir);
  if (uid === 0) return;
  process.setgroups?.([gid]);
  process.setgid?.(gid);
  process.setuid?.(uid);
}

/** Reads the database without any key, and without being able to change it. */
export async function withDatabase<T>(cli: Cli, work: (db: Db) => Promise<T> | T): Promise<T> {
  const dataDir = await dataDirOf(cli);
  const path = databaseIn(dataDir);
  becomeOwner(dataDir);
  const { openDb } = await import("../../common/node/db.ts");
  const { assertSchema } = await import("../../common/node/migrate.ts");
  const { assetPath } = await import("../../common/node/assets.ts");
  const db = openDb(path, { readonly: true });
  try {
    assertSchema(db, assetPath("migrations/booth"));
    return await work(db);
  } finally {
    db.close();
  }
}

/** Opens the booth to change it, as somebody at its command line; the database is taken as it is. */
export function withBooth<T>(cli: Cli, work: (opened: OpenedBooth) => Promise<T> | T): Promise<T> {
  return openAnd(cli, false, work);
}

/** The same, and makes the booth where the directory has none yet. */
export function withNewBooth<T>(cli: Cli, work: (opened: OpenedBooth) => Promise<T> | T): Promise<T> {
  return openAnd(cli, true, work);
}

async function openAnd<T>(cli: Cli, mayBegin: boolean, work: (opened: OpenedBooth) => Promise<T> | T): Promise<T> {
  const { config, secrets } = await boothSettings(cli);
  const login = loginName();
  const isNew = mayBegin && !existsSync(join(config.dataDir, DATABASE));
  if (!isNew) databaseIn(config.dataDir);
  becomeOwner(config.dataDir);
  const [{ openBooth }, { openLog }, { systemClock }, { cliActor }, { openPasswords }] = await Promise.all([
    import("../../daemon/open-booth.ts"),
    import("../../common/node/log.ts"),
    import("../../common/node/clock.ts"),
    import("../../daemon/services/actors.ts"),
    import("../../common/node/passwords.ts"),
  ]);
  const log = openLog({ level: cli.verbose ? "debug" : "silent", format: "text" });
  // The commit that failed rejects as well, so the command ends with that; nothing else is under way here.
  const onFatal = (error: unknown) => log.fatal({ err: error }, "it is not known what reached the disk");
  const booth = await openBooth({ config, secrets, clock: systemClock, log, migrate: isNew, onFatal });
  try {
    return await work({ booth, actor: cliActor(login), passwords: openPasswords() });
  } finally {
    booth.db.close();
  }
}
