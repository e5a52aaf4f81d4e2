import type { WebSocket } from "ws";
import type { LiveMessage } from "../../common/api/live.ts";
import type { LedgerEvent } from "../../common/events.ts";
import { instant } from "../../common/node/clock.ts";
import type { Booth } from "../context.ts";
import type { Door, Identity } from "../services/door.ts";
import { countPrintJobs } from "../services/print-jobs.ts";
import { effectiveModulesOf } from "../services/site-config.ts";
import { type FeedClient, openFeedClient } from "./feed-client.ts";
import type { AdmittedSocket } from "./feed-door.ts";

/** What is serialised once for all sockets is remembered for so many events. */
const REMEMBERED = 500;
const SIGNED_OUT = 4401;
const GOING_AWAY = 1001;
/** How long a socket may take to close when the booth stops. */
const CLOSE_MS = 200;

/** All who follow the live feed. */
export interface Audience {
  /** Greets a new socket and sends it what it has not had. */
  greet(socket: WebSocket, admitted: AdmittedSocket): void;
  tell(message: LiveMessage, mayKnow?: (identity: Identity) => boolean): void;
  offer(event: LedgerEvent): void;
  /** Closes the sockets of those whose sign-in has ended, and tells those whose rights or modules have changed. */
  recheck(): void;
  sweep(): void;
  count(): number;
  close(): void;
}

/** An audience of nobody yet. */
export function openAudience(booth: Booth, door: Door): Audience {
  const clients = new Set<FeedClient>();
  const bytesOf = openSerialiser();
  const meOf = (identity: Identity) => JSON.stringify([identity.user, effectiveModulesOf(booth)]);
  const onRecovered = (client: FeedClient) => {
    for (const lane of lanesFor(booth, client.identity)) client.tell({ type: "lane", lane });
    client.tell({ type: "ledger", ledger: booth.ledger.state() });
    client.tell({ type: "prints", waiting: countPrintJobs(booth.db) });
  };
  const recheckOne = (client: FeedClient) => {
    const identity = door.identityOf(client.token);
    if (!identity) {
      clients.delete(client);
      return client.close(SIGNED_OUT, "signed out");
    }
    client.identity = identity;
    const me = meOf(identity);
    if (me !== client.me && client.tell({ type: "me_changed" })) client.me = me;
  };
  return {
    greet(socket, { token, identity, after }) {
      const head = booth.ledger.head()?.seq ?? 0;
      // A cursor from beyond the head is another ledger's: what comes next is new to this client in any case.
      const position = Math.min(after ?? head, head);
      const me = meOf(identity);
      const client = openFeedClient({ db: booth.db, socket, token, identity, me, position, bytesOf, onRecovered });
      socket.on("error", () => socket.terminate());
      socket.on("close", () => clients.delete(client));
      client.tell(helloOf(booth, identity, head));
      clients.add(client);
      client.catchUp();
    },
    tell(message, mayKnow = () => true) {
      const bytes = Buffer.from(JSON.stringify(message));
      for (const client of clients) if (mayKnow(client.identity)) client.tell(bytes);
    },
    offer(event) {
      if (clients.size === 0) return;
      const bytes = bytesOf(event);
      for (const client of clients) client.offer(event, bytes);
    },
    recheck: () => clients.forEach(recheckOne),
    sweep: () => clients.forEach((client) => void client.sweep()),
    count: () => clients.size,
    close() {
      const left = [...clients];
      clients.clear();
      for (const client of left) client.close(GOING_AWAY, "the booth is stopping");
      setTimeout(() => left.forEach((client) => void client.terminate()), CLOSE_MS);
    },
  };
}

const lanesFor = (booth: Booth, { actor }: Identity) =>
  actor.permissions.includes("device:read") ? booth.devices.lanes() : [];

function helloOf(booth: Booth, identity: Identity, head: number): LiveMessage {
  const serverTime = instant(booth.clock.now());
  const printsWaiting = countPrintJobs(booth.db);
  const ledger = booth.ledger.state();
  return { type: "hello", head, serverTime, ledger, lanes: lanesFor(booth, identity), printsWaiting };
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
