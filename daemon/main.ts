import { mkdirSync } from "node:fs";
import type { Server } from "node:http";
import { sql } from "../common/node/db.ts";
import type { Hold } from "../common/node/exclusive-file.ts";
import { holdDataDir } from "../common/node/hold-data-dir.ts";
import { closeServer, listen, openServer } from "../common/node/http-server.ts";
import { ADMIN_ROLE } from "../common/permissions.ts";
import { type App, createApp } from "./app.ts";
import type { Booth } from "./context.ts";
import type { Devices } from "./devices/devices.ts";
import { openDevices } from "./devices/lanes.ts";
import { startJobs } from "./jobs.ts";
import { makeCheckpoint, writeCheckpointFile } from "./ledger/checkpoint.ts";
import { openReserve } from "./ledger/reserve.ts";
import { verifyTail } from "./ledger/verify.ts";
import { type ModuleHost, openModuleHost } from "./modules/host.ts";
import { type BoothParts, openBooth } from "./open-booth.ts";
import { BOOTH_ACTOR } from "./services/actors.ts";
import { type Backups, openBackups } from "./services/backups.ts";
import { type Door, openDoor } from "./services/door.ts";
import { markStopped, recordBoot } from "./services/heartbeat.ts";
import { openReads, type Reads } from "./services/reads.ts";
import { sweepCrops } from "./services/reviews/crops.ts";
import { openReviewSender, type ReviewSender } from "./services/reviews/sender.ts";
import { noteAddress } from "./sole-daemon.ts";

export type DaemonParts = Omit<BoothParts, "migrate" | "reserve"> & { passwordCost?: number; reserveBytes?: number };

export interface Daemon {
  booth: Booth;
  app: App;
  backups: Backups;
  url: string;
  /** Lets requests finish, closes sockets, signs a checkpoint and closes the database. Can be called twice. */
  stop(): Promise<void>;
}

/** What of the daemon has come about so far, for whoever must close it. */
interface Opened {
  reads?: Reads;
  door?: Door;
  backups?: Backups;
  app?: App;
  server?: Server;
  modules?: ModuleHost;
  stopJobs?: () => void;
  reviews?: ReviewSender;
  /** Whether the booth answered, so that its stop is worth recording. */
  listened?: true;
}

/** Starts the booth: database, ledger, devices, HTTP, jobs, in this order. One daemon a data directory. */
export async function startDaemon(parts: DaemonParts): Promise<Daemon> {
  mkdirSync(parts.config.dataDir, { recursive: true, mode: 0o700 });
  const hold = holdDataDir(parts.config.dataDir, "daemon");
  try {
    const reserve = openReserve(parts.config.dataDir, parts.reserveBytes);
    if (!(await reserve.take())) parts.log.warn("the disk has no room for the reserve");
    const booth = await openBooth({ ...parts, migrate: true, reserve });
    const opened: Opened = {};
    return await openDaemon(booth, parts, hold, opened).catch(async (error) => {
      await closeParts(booth, opened);
      throw error;
    });
  } catch (error) {
    // Only when nothing answers any more: the directory is free for the next daemon then.
    hold.release();
    throw error;
  }
}

async function openDaemon(booth: Booth, parts: DaemonParts, hold: Hold, opened: Opened): Promise<Daemon> {
  const { config, log } = booth;
  checkTail(booth);
  opened.reads = openReads(booth);
  booth.devices = await openHardware(booth, opened.reads);
  const cost = parts.passwordCost === undefined ? {} : { passwordCost: parts.passwordCost };
  opened.door = openDoor(booth, { sessionSecret: parts.secrets.sessionSecret, ...cost });
  const backups = openBackups(booth, parts.secrets);
  opened.backups = backups;
  const app = createApp(booth, opened.door, opened.reads, backups);
  opened.app = app;
  opened.server = openServer(app.listener);
  opened.server.on("upgrade", app.feed.upgrade);
  await sweepCrops(booth);
  opened.modules = openModuleHost(booth);
  opened.stopJobs = startJobs(booth, app.feed, opened.modules, backups);
  // Before the start is recorded: a booth whose address is taken has not started.
  const url = await listen(opened.server, config.host, config.port);
  opened.listened = true;
  await recordOrLog(booth, async () => noteAddress(config.dataDir, url));
  await recordOrLog(booth, () => recordBoot(booth));
  opened.reviews = openReviewSender(booth, { token: parts.secrets.collectorToken });
  log.info({ url, version: config.version }, "the booth is open");
  // The demo seats its people afterwards.
  if (!config.demo && !hasAdministrator(booth)) log.warn("nobody can sign in yet: run boothctl seed-admin");

  let stopping: Promise<void> | undefined;
  const stop = async () => {
    await closeParts(booth, opened);
    hold.release();
    log.info("the booth is closed");
  };
  return {
    booth,
    app,
    backups,
    url,
    stop() {
      stopping ??= stop();
      return stopping;
    },
  };
}

/** Closes what has been opened, in an order that loses nothing. What one part fails at keeps no other one open. */
async function closeParts(booth: Booth, opened: Opened): Promise<void> {
  const { reads, door, backups, app, server, modules, stopJobs, reviews, listened } = opened;
  const steps: (() => unknown)[] = [
    () => app?.feed.close(),
    () => server && closeServer(server),
    () => listened && noteAddress(booth.config.dataDir, null),
    // While the jobs still hand intents to the barriers.
    () => reads?.close(),
    () => stopJobs?.(),
    () => backups?.close(),
    () => door?.close(),
    () => modules?.close(),
    () => reviews?.close(),
    () => booth.devices.close(),
    // A read that waited for a picture goes on without it now.
    () => reads?.close(),
    () => listened && recordStop(booth),
    () => booth.db.close(),
  ];
  for (const step of steps) {
    try {
      await step();
    } catch (error) {
      booth.log.error({ err: error }, "a part of the booth could not be closed");
    }
  }
}

/** Opens the lanes' devices; what they read is a read, and what changes is told on the bus. */
function openHardware({ db, clock, log, bus, config }: Booth, reads: Reads): Promise<Devices> {
  return openDevices({
    db,
    clock,
    log,
    isDemo: config.demo,
    announceLane: (lane) => bus.announce("lane", lane),
    onRead: reads.acceptCredential,
    onBadRead: reads.acceptBadRead,
    onClockSynced: (lane, driftMs) => bus.announce("clockSynced", { lane, driftMs }),
    announceLanes: () => bus.announce("lanesChanged", null),
  });
}

function hasAdministrator({ db }: Booth): boolean {
  return sql(db, "SELECT 1 FROM users WHERE role_id = ? LIMIT 1").get(ADMIN_ROLE) !== undefined;
}

/** Verifies what came after the last checkpoint. A broken chain starts a booth that reads and takes no money. */
function checkTail({ db, ledger, config, log }: Booth): void {
  const firstBad = verifyTail(db, ledger.keys, config.dataDir);
  if (!firstBad) return;
  ledger.declareBroken(firstBad);
  log.fatal({ firstBad }, "the ledger is broken: the booth reads, and takes no money");
}

async function recordStop(booth: Booth): Promise<void> {
  await recordOrLog(booth, async () => {
    const { keys, boothId } = booth.ledger;
    const note = await booth.ledger.commit(BOOTH_ACTOR, (tx) => {
      const head = booth.ledger.head();
      if (!head) throw new Error("the ledger is empty");
      const checkpoint = makeCheckpoint(keys, boothId, head, tx.at);
      const event = tx.append("checkpoint", { checkpoint });
      return makeCheckpoint(keys, boothId, { seq: event.seq, hash: Buffer.from(event.hash, "hex") }, tx.at);
    });
    writeCheckpointFile(booth.config.dataDir, note);
    markStopped(booth);
  });
}

/** Starting and stopping go on when nothing can be recorded: somebody must be able to look. */
async function recordOrLog(booth: Booth, record: () => Promise<unknown>): Promise<void> {
  try {
    await record();
  } catch (error) {
    booth.log.error({ err: error }, "could not be recorded");
  }
}
