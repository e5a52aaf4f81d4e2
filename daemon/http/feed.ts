import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";
import type { LiveMessage } from "../../common/api/live.ts";
import type { EventKind, LedgerEvent } from "../../common/events.ts";
import { instant } from "../../common/node/clock.ts";
import type { Booth } from "../context.ts";
import { followEvents } from "../ledger/follow.ts";
import type { Door, Identity } from "../services/door.ts";
import { effectiveModulesOf } from "../services/site-config.ts";
import { type FeedClient, openFeedClient } from "./feed-client.ts";
import { admitSocket } from "./feed-door.ts";

const PING_MS = 5000;
/** What is serialised once for all sockets is remembered for so many events. */
const REMEMBERED = 500;
const MAX_CLIENT_MESSAGE_BYTES = 1024;
const SIGNED_OUT = 4401;
const GOING_AWAY = 1001;
/** How long a socket may take to close when the booth stops. */
const CLOSE_MS = 200;
/** After one of these, who is connected is looked at again before they are sent anything. */
const ACCESS_KINDS: readonly EventKind[] = ["user_change", "role_change", "sign_out", "config_change"];

export interface Feed {
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Looks for new events now. */
  poll(): void;
  close(): void;
}

/** The live feed: `/api/live`, each event once and in order, from where the client says it stopped. */
export function openFeed(booth: Booth, door: Door): Feed {
  const server = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: MAX_CLIENT_MESSAGE_BYTES });
  const clients = new Set<FeedClient>();
  const bytesOf = openSerialiser();
  let woken: NodeJS.Immediate | undefined;
  const meOf = (identity: Identity) => JSON.stringify([identity.user, effectiveModulesOf(booth)]);
  const lanesFor = (identity: Identity) => (identity.actor.permissions.includes("device:read") ? booth.devices.lanes() : []);

  const tellAll = (message: LiveMessage, mayKnow: (client: FeedClient) => boolean = () => true) => {
    const bytes = Buffer.from(JSON.stringify(message));
    for (const client of clients) if (mayKnow(client)) client.tell(bytes);
  };
  const onRecovered = (client: FeedClient) => {
    for (const lane of lanesFor(client.identity)) client.tell({ type: "lane", lane });
    client.tell({ type: "ledger", ledger: booth.ledger.state() });
  };
  const recheck = () => {
    for (const client of clients) {
      const identity = door.identityOf(client.token);
      if (!identity) {
        clients.delete(client);
        client.close(SIGNED_OUT, "signed out");
        continue;
      }
      client.identity = identity;
      const me = meOf(identity);
      if (me !== client.me && client.tell({ type: "me_changed" })) client.me = me;
    }
  };
  const follower = followEvents(booth.db, (event) => {
    if (ACCESS_KINDS.includes(event.kind)) recheck();
    if (clients.size === 0) return;
    const bytes = bytesOf(event);
    for (const client of clients) client.offer(event, bytes);
  });
  /** Once a turn, and after those who waited for the commit were answered. */
  const wake = () => {
    woken ??= setImmediate(() => {
      woken = undefined;
      if (booth.db.open) follower.poll();
    });
  };
  const sweep = () => {
    try {
      recheck();
      for (const client of clients) client.sweep();
    } catch (error) {
      booth.log.error({ err: error }, "the live feed could not be looked after");
    }
  };
  const greet = (socket: WebSocket, token: string, identity: Identity, after: number | null) => {
    const head = booth.ledger.head()?.seq ?? 0;
    // A cursor from beyond the head is another ledger's: what comes next is new to this client in any case.
    const position = Math.min(after ?? head, head);
    const client = openFeedClient({ db: booth.db, socket, token, identity, me: meOf(identity), position, bytesOf, onRecovered });
    socket.on("error", () => socket.terminate());
    socket.on("close", () => clients.delete(client));
    client.tell({ type: "hello", head, serverTime: instant(booth.clock.now()), ledger: booth.ledger.state(), lanes: lanesFor(identity) });
    clients.add(client);
    client.catchUp();
  };

  const stops = [
    booth.bus.on("events", wake),
    booth.bus.on("lane", (lane) => tellAll({ type: "lane", lane }, ({ identity }) => identity.actor.permissions.includes("device:read"))),
    booth.bus.on("ledger", (ledger) => tellAll({ type: "ledger", ledger })),
    booth.bus.on("progress", (progress) => tellAll(progress)),
    booth.bus.on("accessChanged", recheck),
    booth.bus.on("modulesChanged", recheck),
  ];
  const timer = setInterval(sweep, PING_MS).unref();
  return {
    poll: wake,
    upgrade(request, socket, head) {
      const admitted = admitSocket(booth.config, door, request, socket);
      if (!admitted) return;
      server.handleUpgrade(request, socket, head, (webSocket) => greet(webSocket, admitted.token, admitted.identity, admitted.after));
    },
    close() {
      clearInterval(timer);
      for (const stop of stops) stop();
      const left = [...clients];
      clients.clear();
      for (const client of left) client.close(GOING_AWAY, "the booth is stopping");
      setTimeout(() => left.forEach((client) => client.terminate()), CLOSE_MS);
      server.close();
    },
  };
}

/** Serialises an event once for all sockets. */
function openSerialiser(): (event: LedgerEvent) => Buffer {
  const remembered = new Map<number, Buffer>();
  return (event) => {
    const known = remembered.get(event.seq);
    if (known) return known;
    const bytes = Buffer.from(JSON.stringify({ type: "event", event }));
    if (remembered.size >= REMEMBERED) remembered.clear();
    remembered.set(event.seq, bytes);
    return bytes;
  };
}
