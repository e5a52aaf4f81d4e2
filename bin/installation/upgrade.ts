import { rmSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { instant, systemClock } from "../../common/node/clock.ts";
import { lookAtDaemon } from "../cli/daemon-look.ts";
import { migrateBy } from "./ask-release.ts";
import { HEALTHY_WITHIN_MS, hasPage, untilHealthy } from "./health.ts";
import { addToHistory, type HistoryEntry, type Move, readHistory, writeJournal } from "./history.ts";
import { folderOf, type Layout } from "./layout.ts";
import { pointLink } from "./link.ts";
import { type Ground, hasBooth, verifyTail } from "./preflight.ts";
import type { Role } from "./roles.ts";
import type { Service } from "./service.ts";
import { placeSystem } from "./units.ts";

/** How many releases stay unpacked: the one that runs, and those one may want back. */
const RELEASES_KEPT = 3;

/** Everything a change of release needs. */
export interface Change extends Ground {
  service: Service;
  role: Pick<Role, "user">;
  /** Where the daemon listens, as it last said. */
  address(): Promise<string>;
  by: string;
  healthyWithinMs?: number;
  /** Aborted when somebody stops the change: the booth is left, or made again, as it was. */
  asked: AbortSignal;
  /** Tells what a step came to. */
  tell(step: StepName, text: string): void;
}

export type StepName = "Backup" | "Migrate" | "Health" | "Smoke";

/** The release that was to run does not, and the one before runs again. */
export class RolledBack extends Error {
  constructor(message: string) {
    super(message);
    this.name = "RolledBack";
  }
}

/** Neither the release that was to run runs, nor the one before. */
export class NothingRuns extends Error {
  constructor(message: string) {
    super(message);
    this.name = "NothingRuns";
  }
}

/** A change is refused, or came to nothing, before the booth was stopped. */
export class NotChanged extends Error {
  readonly code: number;

  constructor(message: string, code: number) {
    super(message);
    this.name = "NotChanged";
    this.code = code;
  }
}

const INTERRUPTED = "it was interrupted";

function assertGoesOn({ asked }: Change): void {
  if (asked.aborted) throw new NotChanged(INTERRUPTED, 130);
}

/** Makes a backup by the release that runs, and makes sure that it counts. Answers its name; null where there is no booth. */
export async function makeBackup(change: Change): Promise<string | null> {
  if (!hasBooth(change)) {
    change.tell("Backup", "there is no booth yet");
    return null;
  }
  const { code, value, message } = await change.ask(change.running, ["backup", "run"]);
  assertGoesOn(change);
  if (code !== 0) throw new NotChanged(`the backup failed: ${message}`, code ?? 1);
  const { name } = value as { name: string };
  const status = await change.ask(change.running, ["backup", "status"]);
  const { copies = [] } = (status.value ?? {}) as { copies?: { name: string; bytes: number; proof: string }[] };
  const copy = copies.find((each) => each.name === name);
  const proof = copy?.proof === "verified" ? "verified" : "written, not proven: BACKUP_KEY is a recipient";
  change.tell("Backup", `${((copy?.bytes ?? 0) / 1e6).toFixed(1)} MB  ${proof}`);
  return name;
}

/**
 * Stops the booth, lets another release run, and waits until it is healthy; else what ran before runs again, which is
 * told by a RolledBack. Both lie unpacked. Answers the entry of the history.
 */
export async function changeRelease(change: Change, move: Move, backup: string | null): Promise<HistoryEntry> {
  const { layout } = change;
  const { from, to } = move;
  const started = systemClock.monotonic();
  const before: Before = {
    // One that was cut off has left the booth down: what counts is how it was before.
    wasReady: change.open?.wasReady ?? (await lookAtDaemon(await change.address()))?.readiness?.ready ?? false,
    couldPrice: (await change.ask(change.running, aQuote())).code === 0,
  };
  const entry = (ended: HistoryEntry["kind"], reason: string | null): HistoryEntry => {
    const seconds = Math.round((systemClock.monotonic() - started) / 100) / 10;
    return { at: instant(systemClock.now()), by: change.by, kind: ended, from, to, backup, seconds, reason };
  };
  assertGoesOn(change);
  writeJournal(layout, { ...move, startedAt: instant(systemClock.now()), wasReady: before.wasReady });
  await stopFirst(change);
  const found = await tryRelease(change, move, before).catch((error: unknown) => (error as Error).message);
  const problem = change.asked.aborted ? INTERRUPTED : found;
  if (problem !== null) {
    const again = await goBack(change, move, before.wasReady);
    addToHistory(layout, entry("failed", problem));
    if (again !== null)
      throw new NothingRuns(`the release ${to} does not run (${problem}), and ${from} does not either: ${again}`);
    writeJournal(layout, null);
    throw new RolledBack(`the release ${to} does not run: ${problem}`);
  }
  const done = entry(move.kind, null);
  addToHistory(layout, done);
  writeJournal(layout, null);
  await removeOldReleases(layout);
  return done;
}

async function stopFirst({ layout, service, open }: Change): Promise<void> {
  try {
    await service.stop();
  } catch (error) {
    writeJournal(layout, open);
    throw new NotChanged(`the booth cannot be stopped: ${(error as Error).message}`, 1);
  }
}

/** What the release before could do; the one after must, too. */
interface Before {
  wasReady: boolean;
  couldPrice: boolean;
}

/** Answers what is wrong, or null. */
async function tryRelease(change: Change, { kind, from, to }: Move, before: Before): Promise<string | null> {
  const folder = folderOf(change.layout, to);
  await switchTo(change, from, to);
  if (kind === "upgraded") await migrate(change, folder);
  if (change.asked.aborted) return INTERRUPTED;
  await change.service.start();
  const within = change.healthyWithinMs ?? HEALTHY_WITHIN_MS;
  const healthy = await untilHealthy(change.address, to, before.wasReady, within, change.asked);
  if (typeof healthy === "string") return healthy;
  change.tell("Health", `/${before.wasReady ? "readyz" : "healthz"} ok in ${(healthy / 1000).toFixed(1)} s`);
  return smoke(change, folder, before);
}

async function migrate(change: Change, folder: string): Promise<void> {
  const applied: string[] = [];
  await migrateBy(folder, change.dataDir, (name) => applied.push(name.slice(0, 4)), change.asked);
  const text = applied.length === 0 ? "nothing to migrate" : applied.join(", ");
  change.tell("Migrate", `${text}   [migrate] done`);
}

async function switchTo({ layout, service, role }: Change, from: string, to: string): Promise<void> {
  const folder = folderOf(layout, to);
  await pointLink(layout.current, folder);
  await placeSystem(layout, service, role, [folderOf(layout, from), folder]);
}

/** Answers why the release before does not run either, or null. */
async function goBack(change: Change, { from, to }: Move, mustBeReady: boolean): Promise<string | null> {
  try {
    await change.service.stop();
    await switchTo(change, to, from);
    await change.service.start();
  } catch (error) {
    return (error as Error).message;
  }
  const healthy = await untilHealthy(change.address, from, mustBeReady, change.healthyWithinMs ?? HEALTHY_WITHIN_MS);
  return typeof healthy === "string" ? healthy : null;
}

/** Does with the new release what a booth does first. */
async function smoke(change: Change, folder: string, { couldPrice }: Before): Promise<string | null> {
  if (!(await hasPage(await change.address()))) return "the sign-in page does not come";
  const quote = await change.ask(folder, aQuote());
  if (couldPrice && quote.code !== 0) return `a stay cannot be priced: ${quote.message}`;
  const { checked, problem } = await verifyTail(change.ask, folder);
  if (problem !== null) return `the ledger does not verify: ${problem}`;
  change.tell("Smoke", `sign-in page, quote, ledger verify (last ${checked})`);
  return null;
}

/** Asks what a stay of the next hour would cost. */
function aQuote(): string[] {
  const hour = (later: number) => `${instant(systemClock.now() + later * 3_600_000).slice(0, 19)}Z`;
  return ["tariffs", "quote", "--in", hour(0), "--out", hour(1)];
}

/** The newest that ran stay: whoever wants one of them back need not copy it again. */
async function removeOldReleases(layout: Layout): Promise<void> {
  const ran = readHistory(layout).entries.flatMap(({ from, to, kind }) => (kind === "failed" ? [from] : [from, to]));
  const kept = [...new Set(ran.toReversed())].slice(0, RELEASES_KEPT);
  for (const name of await readdir(layout.releases))
    if (!kept.includes(name)) rmSync(join(layout.releases, name), { recursive: true, force: true });
}
