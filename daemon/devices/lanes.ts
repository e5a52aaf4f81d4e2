import type { Lane } from "../../common/api/lanes.ts";
import type { Clock } from "../../common/node/clock.ts";
import type { Db } from "../../common/node/db.ts";
import type { Log } from "../../common/node/log.ts";
import type { Devices } from "./devices.ts";
import { type LaneBoard, openLaneBoard } from "./lane-board.ts";
import { readLanes, readLastIntent } from "./lane-rows.ts";
import { printersOf } from "./printers.ts";

/** How long a device may take to do what is asked of it. */
const SIGNAL_MS = 3000;
const SNAPSHOT_MS = 3000;

export interface DevicesParts {
  db: Db;
  clock: Clock;
  log: Log;
  /** Whether this is the demo, whose hardware is simulated. */
  isDemo?: boolean;
  /** A lane looks different than before. */
  announceLane(lane: Lane): void;
  /** Lanes came, went or changed places. */
  announceLanes?(): void;
  /** A reader read something by itself. */
  onRead?(lane: string, credential: string): void;
  /** A reader read something that cannot be right. */
  onBadRead?(lane: string, reason: string): void;
  /** A camera's clock was set, and had been ahead by so many milliseconds; null where it could not be set. */
  onClockSynced?(lane: string, driftMs: number | null): void;
}

/**
 * Opens the devices of every lane. Resolves even when none of them works, and never waits for one: what is wrong
 * shows at its lane. Assignments of another process are noticed by calling `reload` for each followed `device_assign`
 * and `device_unassign`.
 */
export async function openDevices(parts: DevicesParts): Promise<Devices> {
  const boards = new Map<string, LaneBoard>();
  let reloading: Promise<void> = Promise.resolve();
  let order = "";
  let full = false;

  const boardOf = (id: string, make: () => LaneBoard): LaneBoard => {
    const known = boards.get(id) ?? make();
    boards.set(id, known);
    return known;
  };
  const load = async () => {
    const rows = readLanes(parts.db);
    const gone = [...boards].filter(([id]) => !rows.some((row) => row.id === id));
    for (const [id] of gone) boards.delete(id);
    const callbacksOf = (lane: string) => ({
      onRead: (credential: string) => parts.onRead?.(lane, credential),
      onBadRead: (reason: string) => parts.onBadRead?.(lane, reason),
      onClockSynced: (driftMs: number | null) => parts.onClockSynced?.(lane, driftMs),
    });
    await Promise.all([
      ...gone.map(([, board]) => board.close()),
      ...rows.map((row) =>
        boardOf(row.id, () =>
          openLaneBoard(
            row,
            readLastIntent(parts.db, row.id),
            { clock: parts.clock, log: parts.log, isDemo: parts.isDemo ?? false, ...callbacksOf(row.id) },
            parts.announceLane,
          ),
        ).assign(row),
      ),
    ]);
    for (const board of boards.values()) board.set({ full });
    const next = rows.map((row) => `${row.id} ${row.name} ${row.direction}`).join("\n");
    if (next !== order) parts.announceLanes?.();
    order = next;
  };
  const reload = () => {
    reloading = reloading
      .then(load)
      .catch((error: unknown) => parts.log.error({ err: error }, "the lanes could not be read"));
    return reloading;
  };
  await reload();
  return {
    ...actionsOf(boards),
    ...printersOf(boards),
    lanes: () => [...boards.values()].map((board) => board.show()).sort((a, b) => a.position - b.position),
    lane: (id) => boards.get(id)?.show() ?? null,
    lastPicture: (id) => boards.get(id)?.picture() ?? null,
    setPicture: (id, picture) => boards.get(id)?.set({ picture, pictureStale: false }),
    setWaiting: (id, waiting) => boards.get(id)?.set({ waiting }),
    setLastRead: (id, lastRead) => boards.get(id)?.set({ lastRead }),
    setPresence: (id, reported) => boards.get(id)?.set({ reported }),
    setFull(now) {
      full = now;
      for (const board of boards.values()) board.set({ full });
    },
    probe(id, { category, driver, config }) {
      const opened = boards.get(id)?.device(category);
      const isSame = opened?.row.driver_id === driver && opened.row.config_json === JSON.stringify(config);
      return (isSame && opened.device()?.probe()) || null;
    },
    reload,
    async close() {
      await reloading;
      await Promise.all([...boards.values()].map((board) => board.close()));
    },
  };
}

/** What is asked of a lane's devices. None of it rejects: a failure shows as the device's fault. */
function actionsOf(boards: ReadonlyMap<string, LaneBoard>): Pick<Devices, "snapshot" | "deliver"> {
  return {
    async snapshot(id) {
      const board = boards.get(id);
      const camera = board?.device("camera");
      if (!board || !camera) return null;
      try {
        const picture = await camera.use((device) => device.snapshot(), SNAPSHOT_MS, "the picture");
        board.set({ picture, pictureStale: false });
        return picture;
      } catch {
        board.set({ pictureStale: true });
        return null;
      }
    },
    async deliver({ seq, at, lane, actor, data: { intent } }) {
      const board = lane === null ? undefined : boards.get(lane);
      if (!board) return;
      if (seq >= (board.show().intent?.seq ?? 0)) board.set({ intent: { intent, at, seq, by: actor.id } });
      const failed = `"${intent}" was asked for and`;
      await board
        .device("access")
        ?.use((device) => device.signal(intent), SIGNAL_MS, failed)
        .catch(() => undefined);
    },
  };
}
