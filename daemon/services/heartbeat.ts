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

/** Notes that the booth stopped in order; in the ledger's time, which does not run backwards where the clock was set back. */
export function markStopped(booth: Beating & Needs<"ledger">): void {
  const now = instant(booth.clock.now());
  writeDurably(path(booth, "stopped"), latestOf([now, booth.ledger.head()?.at ?? null]) ?? now);
}

/** Records that the booth starts, whether it had stopped in order, and for how long it showed no sign of life. */
export async function recordBoot(booth: Needs<"config" | "clock" | "ledger">): Promise<void> {
  const { version } = booth.config;
  const [stoppedAt, beatAt] = [noteOf(path(booth, "stopped")), noteOf(path(booth, "alive"))];
  const aliveAt = latestOf([booth.ledger.head()?.at ?? null, stoppedAt, beatAt]);
  await booth.ledger.commit(BOOTH_ACTOR, (tx) => {
    const bootedAt = lastBootAt(tx.db);
    // A note from before the last start tells of another stop, and so does one from before the last sign of life.
    const cleanStop = stoppedAt !== null && latestOf([stoppedAt, beatAt, bootedAt]) === stoppedAt;
    const boot = { version, cleanStop };
    // A booth that was only furnished from the command line until now was not away.
    if (aliveAt === null || bootedAt === null) return tx.append("boot", { ...boot, downSeconds: null });
    const downSeconds = Math.max(0, Math.round((booth.clock.now() - Date.parse(aliveAt)) / 1000));
    return tx.append("boot", { ...boot, downSeconds, aliveAt });
  });
  // Only now: a booth that ends before this line has not started, and the next start shall find the note.
  rmSync(path(booth, "stopped"), { force: true });
  beat(booth);
}

/** The latest of some instants, or null where there is none. */
function latestOf(instants: readonly (string | null)[]): string | null {
  return instants.reduce((latest, each) => (each !== null && (latest === null || each > latest) ? each : latest), null);
}

function lastBootAt(db: Db): string | null {
  const row = sql<{ at: string }>(db, "SELECT at FROM events WHERE kind = 'boot' ORDER BY seq DESC LIMIT 1").get();
  return row?.at ?? null;
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
