import type { LedgerEvent } from "../common/events.ts";
import { dataVersion } from "../common/node/db.ts";
import type { Booth } from "./context.ts";
import type { Feed } from "./http/feed.ts";
import { writeCheckpointFile } from "./ledger/checkpoint.ts";
import { followEvents } from "./ledger/follow.ts";
import type { ModuleHost } from "./modules/host.ts";
import { BOOTH_ACTOR } from "./services/actors.ts";
import type { Backups } from "./services/backups.ts";
import { closeDueDays } from "./services/day-close.ts";
import { beat } from "./services/heartbeat.ts";
import { showOccupancy } from "./services/occupancy.ts";
import { forgetOldSignIns } from "./services/old-sign-ins.ts";
import { openPrintDesk } from "./services/print-desk.ts";
import { sweepStaging } from "./services/restore/staging.ts";
import { erasePastRetention } from "./services/retention.ts";
import { watchOpenings } from "./services/unexplained.ts";
import { showLeaving, watchDepartures } from "./services/waiting.ts";

/** How soon the daemon notices what another process wrote. */
const NOTICE_MS = 250;
const CLOCK_CHECK_MS = 30_000;
const HEARTBEAT_MS = 60_000;
const DAY_CHECK_MS = 60_000;
/** What waits is printed when its printer comes back; this is for what nobody told of. */
const PRINT_MS = 3000;
const RETENTION_MS = 3_600_000;
const BACKUP_CHECK_MS = 60_000;
/** A jump of the wall clock by more than this is an event. */
const CLOCK_STEP_MS = 2_000;

interface Job {
  name: string;
  everyMs: number;
  /** Whether it also runs when the booth opens: what was due while it was down. */
  atStart?: true;
  run(): unknown;
}

/** What the daemon does without being asked. Each is one line; an error of one is logged and ends nothing. */
export function startJobs(booth: Booth, feed: Feed, modules: ModuleHost, backups: Backups): () => void {
  const follow = followDevicesAndModules(booth, modules);
  const printDesk = openPrintDesk(booth);
  const jobs: Job[] = [
    { name: "notice other processes", everyMs: NOTICE_MS, run: noticeOthers(booth, () => [follow(), feed.poll()]) },
    { name: "watch the clock", everyMs: CLOCK_CHECK_MS, run: watchClock(booth) },
    { name: "note that the booth runs", everyMs: HEARTBEAT_MS, run: () => beat(booth) },
    { name: "print what waits", everyMs: PRINT_MS, atStart: true, run: printDesk.wake },
    { name: "close ended days", everyMs: DAY_CHECK_MS, atStart: true, run: recording(booth, closeDueDays) },
    { name: "erase old plates", everyMs: RETENTION_MS, atStart: true, run: recording(booth, erasePastRetention) },
    { name: "forget old sign-ins", everyMs: RETENTION_MS, atStart: true, run: recording(booth, forgetOldSignIns) },
    {
      name: "remove cut-off restores",
      everyMs: RETENTION_MS,
      atStart: true,
      run: () => sweepStaging(booth.config.dataDir),
    },
    { name: "make due backups", everyMs: BACKUP_CHECK_MS, atStart: true, run: recording(booth, backups.makeDue) },
  ];
  const leaves = [
    booth.bus.on("events", follow),
    watchDepartures(booth),
    watchOpenings(booth),
    booth.bus.on("printAsked", printDesk.wake),
    booth.bus.on("lane", printDesk.wake),
  ];
  for (const job of jobs) if (job.atStart) void attempt(booth, job);
  const timers = jobs.map((job) => setInterval(() => void attempt(booth, job), job.everyMs).unref());
  return () => {
    for (const leave of leaves) leave();
    for (const timer of timers) clearInterval(timer);
  };
}

/** A run that is due while the one before goes on, or while nothing can be recorded, is left out. */
function recording(booth: Booth, run: (booth: Booth) => Promise<unknown>): () => Promise<unknown> | undefined {
  let running: Promise<unknown> | undefined;
  return () => {
    if (!booth.ledger.state().ok) return undefined;
    running ??= run(booth).finally(() => {
      running = undefined;
    });
    return running;
  };
}

async function attempt(booth: Booth, job: Job): Promise<void> {
  try {
    await job.run();
  } catch (error) {
    // The booth was closed while the job was at it; what it had to do is still due when it opens.
    if (!booth.db.open) return;
    booth.log.error({ err: error, job: job.name }, "a job failed");
  }
}

/** Hands each recorded intent to its barrier, and opens devices and modules as the ledger says they changed. */
function followDevicesAndModules(booth: Booth, modules: ModuleHost): () => void {
  const reload = () =>
    booth.devices.reload().catch((error) => booth.log.error({ err: error }, "the lanes could not be reloaded"));
  const count = () => showOccupancy(booth);
  const openDrawer = ({ lane }: LedgerEvent) => void booth.devices.openDrawer(lane);
  count();
  const handlers: Partial<Record<LedgerEvent["kind"], (event: LedgerEvent) => unknown>> = {
    session_open: count,
    session_close(event) {
      showLeaving(booth, event as LedgerEvent<"session_close">);
      count();
    },
    session_void: count,
    occupancy_adjustment: count,
    site_change: count,
    // The drawer opens for cash that somebody is recorded for, and for nothing else.
    payment: (event) => (event as LedgerEvent<"payment">).data.method === "cash" && openDrawer(event),
    cash_movement: openDrawer,
    shift_open: openDrawer,
    void: (event) => (event as LedgerEvent<"void">).data.cash !== 0 && openDrawer(event),
    barrier_intent: (event) => booth.devices.deliver(event as LedgerEvent<"barrier_intent">),
    device_assign: reload,
    device_unassign: reload,
    config_change: () => modules.refresh(),
    checkpoint: (event) =>
      writeCheckpointFile(booth.config.dataDir, (event as LedgerEvent<"checkpoint">).data.checkpoint),
  };
  const follower = followEvents(booth.db, (event) => void handlers[event.kind]?.(event));
  return follower.poll;
}

/** Wakes the followers when another process has committed; what this one commits, the bus says. */
function noticeOthers(booth: Booth, wake: () => unknown): () => void {
  let seen = dataVersion(booth.db);
  return () => {
    const now = dataVersion(booth.db);
    if (now === seen) return;
    seen = now;
    wake();
    booth.bus.announce("accessChanged", null);
  };
}

/** Compares the wall clock with one that never jumps. */
function watchClock(booth: Booth): () => Promise<void> {
  let offset = booth.clock.now() - booth.clock.monotonic();
  return async () => {
    const step = booth.clock.now() - booth.clock.monotonic() - offset;
    if (Math.abs(step) < CLOCK_STEP_MS) return;
    offset += step;
    booth.log.warn({ bySeconds: Math.round(step / 1000) }, "the system clock was set");
    await booth.ledger.commit(BOOTH_ACTOR, (tx) => tx.append("clock_step", { bySeconds: Math.round(step / 1000) }));
  };
}
