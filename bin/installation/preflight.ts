import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import type { BackupStatus } from "../../common/api/backups.ts";
import { freeBytes } from "../../common/node/disk.ts";
import type { Verification } from "../../common/verification.ts";
import { sizeText } from "../cli/text.ts";
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

/** Looks at disks, changes that were cut off, ledger, backups and open shifts. `bytes` is what unpacking takes. */
export async function preflight(ground: Ground, bytes: number): Promise<Finding[]> {
  const found = [...disks(ground, bytes), openUpgrade(ground)];
  if (!hasBooth(ground)) return [...found, { state: "remark", text: `no booth in ${ground.dataDir} yet` }];
  return [...found, ...(await Promise.all([ledger(ground), backups(ground), openShifts(ground)]))];
}

export const hasBooth = ({ dataDir }: Pick<Ground, "dataDir">) => existsSync(join(dataDir, "booth.db"));

/** One finding for each disk that takes something. */
function disks(ground: Ground, bytes: number): Finding[] {
  const { layout, dataDir } = ground;
  const database = hasBooth(ground) ? statSync(join(dataDir, "booth.db")).size : 0;
  const wants = [
    { place: layout.releases, needs: bytes + SPARE_BYTES },
    { place: dataDir, needs: 2 * database + SPARE_BYTES },
  ].filter(({ place }) => existsSync(place));
  const found = new Map<number, typeof wants>();
  for (const want of wants) {
    const { dev } = statSync(want.place);
    found.set(dev, [...(found.get(dev) ?? []), want]);
  }
  return [...found.values()].map(disk);
}

function disk(wants: readonly { place: string; needs: number }[]): Finding {
  const places = wants.map(({ place }) => place);
  const needs = wants.reduce((sum, want) => sum + want.needs, 0);
  const free = freeBytes(places[0] ?? "/");
  const text = `${sizeText(free)} free for ${places.join(" and ")}`;
  if (free >= needs) return { text: `${text} (needs ${sizeText(needs)})`, state: "well" };
  return { text: `${text}, ${sizeText(needs - free)} too little`, state: "bad" };
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

async function backups({ ask, running }: Ground): Promise<Finding> {
  const { code, value, message } = await ask(running, ["backup", "status"]);
  if (code !== 0) return { text: `no backup can be made: ${message}`, state: "bad" };
  const { key, target } = value as Pick<BackupStatus, "key" | "target">;
  const trouble = key === "none" ? "BACKUP_KEY is not set" : target.ok ? null : target.message;
  if (trouble === null) return { text: "a backup can be made", state: "well" };
  return { text: `no backup can be made: ${trouble}`, state: "bad" };
}

async function openShifts({ ask, running }: Ground): Promise<Finding> {
  const { code, value, message } = await ask(running, ["shifts", "list", "--state", "open"]);
  if (code !== 0) return { text: `shifts: ${message}`, state: "bad" };
  const numbers = (value as { items: { number: number }[] }).items.map(({ number }) => `#${number}`);
  if (numbers.length === 0) return { text: "no shift is open", state: "well" };
  const which = numbers.length === 1 ? `shift ${numbers[0]} is` : `shifts ${numbers.join(", ")} are`;
  return { text: `${which} open (payments pause ~20 s)`, state: "remark" };
}
