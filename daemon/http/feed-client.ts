import type { WebSocket } from "ws";
import type { LiveMessage } from "../../common/api/live.ts";
import { CASHIER_KINDS, type LedgerEvent } from "../../common/events.ts";
import { type Db, sql } from "../../common/node/db.ts";
import type { Actor } from "../context.ts";
import { readEventsAfter } from "../ledger/read.ts";
import type { Identity } from "../services/door.ts";
import { eventFor, seesAll } from "./event-view.ts";

/** A client with more than this unread gets no more until it has read. */
const UNREAD_LIMIT_BYTES = 1024 * 1024;
/** Events that one client is sent at once when it catches up. */
const STEP = 200;
/** It goes on once less than this is unread. */
const RESUME_BYTES = UNREAD_LIMIT_BYTES / 2;
const TRY_AGAIN_LATER = 1013;

/** One open socket of the live feed, and how far it has come. */
export interface FeedClient {
  readonly token: string;
  identity: Identity;
  /** What `me` looked like when it was last told. */
  me: string;
  /** Sends the next event if the client stands right before it, and lets it catch up by itself otherwise. */
  offer(event: LedgerEvent, bytes: Buffer): void;
  /** Sends what is no event. Answers false when the client has too much unread; it is told all of it anew later. */
  tell(message: LiveMessage | Buffer): boolean;
  /** Sends what the client has not had, as far as it reads. */
  catchUp(): void;
  /** Sends a ping. A client that did not answer the last one, or does not read, is closed and resumes by its cursor. */
  sweep(): void;
  close(code: number, reason: string): void;
  terminate(): void;
}

export interface FeedClientParts {
  db: Db;
  socket: WebSocket;
  token: string;
  identity: Identity;
  me: string;
  /** The last seq it has. */
  position: number;
  bytesOf(event: LedgerEvent): Buffer;
  /** It has read what it owed: called after messages were left out. */
  onRecovered(client: FeedClient): void;
}

/** Which events an actor may follow: all with event:read, else the cashier's kinds and those of their own shift. */
function maySee(db: Db, { actor }: Identity, event: LedgerEvent): boolean {
  if (actor.permissions.includes("event:read") || CASHIER_KINDS.includes(event.kind)) return true;
  if (event.kind !== "shift_open" && event.kind !== "shift_close" && event.kind !== "cash_movement") return false;
  // Whoever did it: somebody else may move cash in, or close, the actor's shift.
  const { shiftId } = event.data as { shiftId: string };
  return sql(db, "SELECT 1 FROM shifts WHERE id = ? AND user_id = ?").get(shiftId, actor.id) !== undefined;
}

const partOf = (actor: Actor, event: LedgerEvent) =>
  Buffer.from(JSON.stringify({ type: "event", event: eventFor(actor, event) }));

/** Serves one socket. Its position moves on with each event, whether it is shown or not. */
export function openFeedClient(parts: FeedClientParts): FeedClient {
  const { socket, db } = parts;
  let position = parts.position;
  let leftOut = false;
  /** Between two steps of catching up: the next one comes when enough of this one has left the process. */
  let paused = false;

  const pulse = openPulse(socket);
  const isOpen = () => socket.readyState === socket.OPEN;
  const isBehind = () => socket.bufferedAmount >= UNREAD_LIMIT_BYTES;
  const send = (bytes: Buffer) => socket.send(bytes, { binary: false }, written);
  const show = (event: LedgerEvent, bytes: Buffer) =>
    send(seesAll(client.identity.actor, event) ? bytes : partOf(client.identity.actor, event));
  const written = () => {
    if (!paused || socket.bufferedAmount > RESUME_BYTES) return;
    paused = false;
    step();
  };
  const step = () => {
    if (!isOpen() || !db.open) return;
    paused = isBehind();
    if (paused) return;
    const events = readEventsAfter(db, position, STEP);
    const shown = events.filter((event) => maySee(db, client.identity, event));
    for (const event of shown) show(event, parts.bytesOf(event));
    position = events.at(-1)?.seq ?? position;
    if (events.length < STEP) return recover();
    paused = true;
    if (shown.length === 0) setImmediate(written);
  };
  const recover = () => {
    if (!leftOut) return;
    leftOut = false;
    parts.onRecovered(client);
  };
  const client: FeedClient = {
    token: parts.token,
    identity: parts.identity,
    me: parts.me,
    offer(event, bytes) {
      if (event.seq <= position || paused || !isOpen()) return;
      if (event.seq !== position + 1 || isBehind()) return step();
      position = event.seq;
      if (maySee(db, client.identity, event)) show(event, bytes);
    },
    tell(message) {
      if (!isOpen()) return true;
      if (isBehind()) {
        leftOut = true;
        return false;
      }
      send(Buffer.isBuffer(message) ? message : Buffer.from(JSON.stringify(message)));
      return true;
    },
    catchUp() {
      if (!paused || !isBehind()) step();
    },
    sweep() {
      if (isOpen() && pulse.beat(isBehind())) client.catchUp();
    },
    close: (code, reason) => socket.close(code, reason),
    terminate: () => socket.terminate(),
  };
  return client;
}

/** Tells by pings whether a client is there and reads; one that does not is closed, and false is answered. */
function openPulse(socket: WebSocket): { beat(isBehind: boolean): boolean } {
  let isAlive = true;
  let stalledBeats = 0;
  socket.on("pong", () => {
    isAlive = true;
  });
  return {
    beat(isBehind) {
      stalledBeats = isBehind ? stalledBeats + 1 : 0;
      if (!isAlive || stalledBeats > 1) {
        // The close frame waits behind what was not read; ws cuts the connection if it never is.
        socket.close(TRY_AGAIN_LATER, "too slow");
        return false;
      }
      isAlive = false;
      socket.ping();
      return true;
    },
  };
}
