import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { instant } from "../../common/node/clock.ts";
import { type Db, sql } from "../../common/node/db.ts";
import { writeDurably } from "../../common/node/durable-file.ts";
import type { Needs } from "../context.ts";
import { BOOTH_ACTOR } from "./actors.ts";

type Beating = Needs<"config" | "clock">;

const path = ({ config }: Beating, name: "alive" | "stopped") => join(config.dataDir, name);

/** Notes that the booth runs. Not forced to disk: after a power cut an older note does, and the ledger knows later ones. */
export function beat(booth: Beating): void {
  const file = path(booth, "alive");
  writeFileSync(`${file}.new`, instant(booth.clock.now()), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

/** Notes that the booth stopped in order. */
export function markStopped(booth: Beating): void {
  writeDurably(path(booth, "stopped"), instant(booth.clock.now()));
}

/** Records that the booth starts, whether it had stopped in order, and for how long it showed no sign of life. */
export async function recordBoot(booth: Needs<"config" | "clock" | "ledger">): Promise<void> {
  const { version } = booth.config;
  const stoppedAt = noteOf(path(booth, "stopped"));
  rmSync(path(booth, "stopped"), { force: true });
  const signs = [booth.ledger.head()?.at ?? null, stoppedAt, noteOf(path(booth, "alive"))];
  const aliveAt = signs.reduce((latest, sign) => (sign !== null && (latest === null || sign > latest) ? sign : latest));
  await booth.ledger.commit(BOOTH_ACTOR, (tx) => {
    const boot = { version, cleanStop: stoppedAt !== null };
    // A booth that was only furnished from the command line until now was not away.
    if (aliveAt === null || !ranBefore(tx.db)) return tx.append("boot", { ...boot, downSeconds: null });
    const downSeconds = Math.max(0, Math.round((booth.clock.now() - Date.parse(aliveAt)) / 1000));
    return tx.append("boot", { ...boot, downSeconds, aliveAt });
  });
  beat(booth);
}

function ranBefore(db: Db): boolean {
  return sql(db, "SELECT 1 FROM events WHERE kind = 'boot' LIMIT 1").get() !== undefined;
}

/** The instant a note holds, or null when there is none to be understood. */
function noteOf(file: string): string | null {
  try {
    const at = Date.parse(readFileSync(file, "utf8"));
    return Number.isNaN(at) ? null : instant(at);
  } catch {
    return null;
  }
}
