import type { EventKind } from "../../common/events.ts";
import type { Permission } from "../../common/permissions.ts";
import type { Booth } from "../context.ts";
import { followEvents } from "../ledger/follow.ts";
import type { Door } from "../services/door.ts";
import { openAudience } from "./feed-audience.ts";
import { type FeedDoor, openFeedDoor } from "./feed-door.ts";

const PING_MS = 5000;
/** After one of these, who is connected is looked at again before they are sent anything. */
const ACCESS_KINDS: readonly EventKind[] = ["user_change", "role_change", "sign_out", "config_change"];

/** What those need who are told how far a task is; those of the ledger are for who may read it. */
const WATCHES: Readonly<Record<string, Permission>> = { backup: "site:read", backup_verify: "site:read" };

export interface Feed {
  upgrade: FeedDoor["upgrade"];
  /** Looks for new events soon. */
  poll(): void;
  /** How many sockets follow it. */
  clients(): number;
  close(): void;
}

/** The live feed: `/api/live`, each event once and in order, from where the client says it stopped. */
export function openFeed(booth: Booth, door: Door): Feed {
  const audience = openAudience(booth, door);
  const entrance = openFeedDoor(booth, door, audience.greet);
  const follower = followEvents(booth.db, (event) => {
    if (ACCESS_KINDS.includes(event.kind)) audience.recheck();
    audience.offer(event);
  });
  const attempt = (work: () => void) => {
    try {
      if (booth.db.open) work();
    } catch (error) {
      booth.log.error({ err: error }, "the live feed could not go on");
    }
  };
  let woken: NodeJS.Immediate | undefined;
  /** Once a turn, and after those who waited for the commit were answered. */
  const wake = () => {
    woken ??= setImmediate(() => {
      woken = undefined;
      attempt(follower.poll);
    });
  };
  const sweep = () => {
    audience.recheck();
    audience.sweep();
  };
  const stops = [
    booth.bus.on("events", wake),
    booth.bus.on("lane", (lane) =>
      audience.tell({ type: "lane", lane }, ({ actor }) => actor.permissions.includes("device:read")),
    ),
    booth.bus.on("ledger", (ledger) => audience.tell({ type: "ledger", ledger })),
    booth.bus.on("prints", ({ waiting }) => audience.tell({ type: "prints", waiting })),
    booth.bus.on("progress", (progress) =>
      audience.tell(progress, ({ actor }) => actor.permissions.includes(WATCHES[progress.task] ?? "event:read")),
    ),
    booth.bus.on("accessChanged", audience.recheck),
    booth.bus.on("modulesChanged", audience.recheck),
  ];
  const timer = setInterval(attempt, PING_MS, sweep).unref();
  return {
    poll: wake,
    clients: audience.count,
    upgrade: entrance.upgrade,
    close() {
      clearInterval(timer);
      if (woken) clearImmediate(woken);
      for (const stop of stops) stop();
      audience.close();
      entrance.close();
    },
  };
}
