import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { freeBytes } from "../../common/node/disk.ts";
import type { Verification } from "../../common/verification.ts";
import type { AskRelease } from "./ask-release.ts";
import { type Journal, journalText } from "./history.ts";
import type { Layout } from "./layout.ts";

/** What was looked at before an upgrade, and whether it lets one through. */
export interface Finding {
  text: string;
  state: "well" | "remark" | "bad";
}

/** How many entries of the ledger are looked at; the backup verifies all of it. */
const LEDGER_TAIL = 1000;
const SPARE_BYTES = 200e6;

export interface Ground {
  layout: Layout;
  dataDir: string;
  /** The folder of the release that runs. */
  running: string;
  /** The change that was cut off. */
  open: Journal | null;
  ask: AskRelease;
}

/** Looks at disk, upgrades that were cut off, ledger and open shifts. `bytes` is what unpacking takes. */
export async function preflight(ground: Ground, bytes: number): Promise<Finding[]> {
  const found = [disk(ground, bytes), openUpgrade(ground)];
  if (!hasBooth(ground)) return [...found, { state: "remark", text: `no booth in ${ground.dataDir} yet` }];
  return [...found, await ledger(ground), await openShifts(ground)];
}

export const hasBooth = ({ dataDir }: Pick<Ground, "dataDir">) => existsSync(join(dataDir, "booth.db"));

const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(bytes < 1e10 ? 1 : 0)} GB`;

function disk(ground: Ground, bytes: number): Finding {
  const database = hasBooth(ground) ? statSync(join(ground.dataDir, "booth.db")).size : 0;
  const needs = bytes + 2 * database + SPARE_BYTES;
  const places = [ground.running, ground.dataDir].filter((place) => existsSync(place));
  const free = Math.min(...places.map(freeBytes));
  const text = `disk ${gigabytes(free)} (needs ${gigabytes(needs)})`;
  return { text, state: free >= needs ? "well" : "bad" };
}

function openUpgrade({ open }: Ground): Finding {
  if (!open) return { text: "no open upgrade", state: "well" };
  return { text: `${journalText(open)} was cut off`, state: "remark" };
}

async function ledger({ ask, running }: Ground): Promise<Finding> {
  const { problem, checked } = await verifyTail(ask, running);
  if (problem !== null) return { text: `ledger: ${problem}`, state: "bad" };
  return { text: `ledger whole (last ${checked})`, state: "well" };
}

/** Verifies the end of the ledger by a release's own program. */
export async function verifyTail(
  ask: AskRelease,
  release: string,
): Promise<{ checked: number; problem: string | null }> {
  const head = await ask(release, ["ledger", "head"]);
  if (head.code !== 0) return { checked: 0, problem: head.message };
  const { seq } = head.value as { seq: number };
  const from = Math.max(1, seq - LEDGER_TAIL + 1);
  const verified = await ask(release, ["ledger", "verify", "--from", String(from)]);
  const bad = (verified.value as Verification | null)?.firstBad;
  const problem = verified.code === 0 ? null : bad ? `entry ${bad.seq}: ${bad.message}` : verified.message;
  return { checked: seq - from + 1, problem };
}

async function openShifts({ ask, running }: Ground): Promise<Finding> {
  const { code, value, message } = await ask(running, ["shifts", "list", "--state", "open"]);
  if (code !== 0) return { text: `shifts: ${message}`, state: "bad" };
  const numbers = (value as { items: { number: number }[] }).items.map(({ number }) => `#${number}`);
  if (numbers.length === 0) return { text: "no shift is open", state: "well" };
  const which = numbers.length === 1 ? `shift ${numbers[0]} is` : `shifts ${numbers.join(", ")} are`;
  return { text: `${which} open (payments pause ~20 s)`, state: "remark" };
}
