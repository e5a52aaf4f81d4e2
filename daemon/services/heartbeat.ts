import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { instant } from "../../common/node/clock.ts";
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
  const last = booth.ledger.head();
  const stoppedAt = noteOf(path(booth, "stopped"));
  rmSync(path(booth, "stopped"), { force: true });
  const signs = [last?.at ?? null, stoppedAt, noteOf(path(booth, "alive"))];
  const aliveAt = signs.reduce((latest, sign) => (sign !== null && (latest === null || sign > latest) ? sign : latest));
  const away = last && last.seq > 2 && aliveAt !== null ? { aliveAt } : {};
  const downMs = booth.clock.now() - Date.parse(aliveAt ?? "");
  const downSeconds = "aliveAt" in away ? Math.max(0, Math.round(downMs / 1000)) : null;
  await booth.ledger.commit(BOOTH_ACTOR, (tx) =>
    tx.append("boot", { version, cleanStop: stoppedAt !== null, downSeconds, ...away }),
  );
  beat(booth);
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
