import { computed, signal } from "@preact/signals";
import type { Lane } from "../common/api/lanes.ts";
import type { LedgerState, LiveMessage } from "../common/api/live.ts";
import type { LedgerEvent } from "../common/events.ts";
import { learnServerTime, now } from "./clock.ts";
import { probe, reach } from "./reach.ts";

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 10_000;
/** A dead connection is noticed by nobody until something is sent, so a sign of life is asked for this often. */
const CHECK_MS = 15_000;

const socketState = signal({ open: false, sinceMs: now() });

/** `live`: events arrive. `delayed`: the feed is lost, requests are answered. `down`: nothing answers. */
export const feed = computed(() => ({
  state: socketState.value.open ? ("live" as const) : reach.value.up ? ("delayed" as const) : ("down" as const),
  sinceMs: socketState.value.sinceMs,
}));

/** The lanes as the booth last told, by id. */
export const lanes = signal<ReadonlyMap<string, Lane>>(new Map());
export const laneList = computed(() => [...lanes.value.values()].sort((a, b) => a.position - b.position));

/** Whether the ledger takes entries; while it does not, no payment is possible. */
export const ledger = signal<LedgerState>({ ok: true, reason: null, message: null, firstBad: null });

/** How many papers wait for a printer. */
export const printsWaiting = signal(0);

/** Tasks that run on the booth, such as `verify`, by name. */
export const progress = signal<ReadonlyMap<string, { done: number; total: number; result?: unknown }>>(new Map());

const listeners = new Set<(event: LedgerEvent) => void>();

/** Follows the ledger; returns what ends it. */
export function onEvent(listener: (event: LedgerEvent) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

interface Handlers {
  meChanged(): void;
  /** The feed was lost: the reason may be that the sign-in ended. */
  lost(): void;
}

let handlers: Handlers | null = null;
let socket: WebSocket | null = null;
let cursor: number | null = null;
let pauseMs = FIRST_PAUSE_MS;
let reconnect: ReturnType<typeof setTimeout> | undefined;
let check: ReturnType<typeof setInterval> | undefined;
let unfollowReach: (() => void) | undefined;

/** Opens the feed for the person signed in, and keeps it open. */
export function startFeed(those: Handlers): void {
  if (handlers !== null) return;
  handlers = those;
  socketState.value = { open: false, sinceMs: now() };
  // Connects now, and again as soon as a lost service answers.
  unfollowReach = reach.subscribe(({ up }) => {
    if (up) connect();
  });
  check = setInterval(async () => {
    if (!(await probe())) socket?.close();
  }, CHECK_MS);
  addEventListener("online", connect);
}

/** Closes the feed and forgets what it told. */
export function stopFeed(): void {
  handlers = null;
  clearTimeout(reconnect);
  clearInterval(check);
  unfollowReach?.();
  removeEventListener("online", connect);
  socket?.close();
  socket = null;
  cursor = null;
  lanes.value = new Map();
  setOpen(false);
}

function connect(): void {
  clearTimeout(reconnect);
  if (handlers === null || (socket !== null && socket.readyState <= WebSocket.OPEN)) return;
  const url = new URL("/api/live", location.href);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  if (cursor !== null) url.searchParams.set("after", String(cursor));
  const opened = new WebSocket(url);
  socket = opened;
  opened.onmessage = (message) => {
    if (socket === opened) receive(JSON.parse(String(message.data)) as LiveMessage);
  };
  opened.onclose = () => {
    if (socket === opened) lose();
  };
}

function lose(): void {
  socket = null;
  setOpen(false);
  if (handlers === null) return;
  handlers.lost();
  reconnect = setTimeout(connect, pauseMs * (0.75 + Math.random() / 2));
  pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
}

function setOpen(open: boolean): void {
  if (open !== socketState.value.open) socketState.value = { open, sinceMs: now() };
}

function receive(message: LiveMessage): void {
  if (message.type === "hello") {
    learnServerTime(message.serverTime);
    cursor ??= message.head;
    pauseMs = FIRST_PAUSE_MS;
    lanes.value = new Map(message.lanes.map((lane) => [lane.id, lane]));
    ledger.value = message.ledger;
    printsWaiting.value = message.printsWaiting;
    setOpen(true);
    if (!reach.value.up) void probe();
  } else if (message.type === "event") {
    if (cursor !== null && message.event.seq <= cursor) return;
    cursor = message.event.seq;
    for (const listener of listeners) listener(message.event);
  } else if (message.type === "lane") {
    lanes.value = new Map(lanes.value).set(message.lane.id, message.lane);
  } else if (message.type === "ledger") {
    ledger.value = message.ledger;
  } else if (message.type === "prints") {
    printsWaiting.value = message.waiting;
  } else if (message.type === "progress") {
    progress.value = new Map(progress.value).set(message.task, message);
  } else if (message.type === "me_changed") {
    handlers?.meChanged();
  }
}
