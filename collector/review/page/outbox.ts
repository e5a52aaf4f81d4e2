import { batch } from "@preact/signals";
import { type LeasedItem, MOST_LEASES, type NextItems, type VerdictAnswer } from "../../../common/api/collector.ts";
import type { Verdict } from "../../../common/review.ts";
import { get, NoAnswer, post, Refusal, SignedOut } from "./api.ts";
import { client } from "./client.ts";
import { filter, queryOf } from "./filter.ts";
import { keyOf } from "./merge.ts";
import { saySaved, sayShown, sayWaits } from "./narrator.ts";
import { heard, isOpening, reach, unheard, whenTrying } from "./reach.ts";
import { heedRefusal } from "./refused.ts";
import { current, isOvertaken, type Job, markSaved, outbox, skippedUpTo, takeIn, unsaved } from "./work.ts";

/**
 * Crops leased at a time: the one on the screen and those already loaded behind it. Who labels eight a second over a
 * link of 300 ms is five crops ahead of what has come by then.
 */
const SHELF = 10;
/** A browser keeps six connections to one address; the other half is for the crops. */
const MOST_AT_ONCE = 3;
/** Asking for more, among the ids of jobs that are under way. */
const REFILL = 0;

let lastId = 0;
let isRefillWanted = false;
const underWay = new Set<number>();

/** Hands a verdict, or null for taking it back, to the collector: now, or as soon as it answers. */
export function enqueue(item: LeasedItem, verdict: Verdict | null): void {
  lastId += 1;
  outbox.value = [...outbox.value, { id: lastId, item, verdict, wasSent: false }];
  if (reach.peek() === "up") talk();
  else if (verdict !== null) sayWaits(verdict);
}

/** Takes back a label that has never left this page; false if the collector may have it. */
export function withdraw(item: LeasedItem): boolean {
  const job = outbox.value.findLast((other) => keyOf(other.item) === keyOf(item));
  if (!job || job.wasSent || job.verdict === null) return false;
  outbox.value = outbox.value.filter((other) => other !== job);
  return true;
}

/** Asks what is leased to this page, which renews it and fills up what is missing. The answer to a label says it too. */
export function refill(): void {
  isRefillWanted = true;
  talk();
}

whenTrying(refill);

/**
 * Says to the collector what is to be said, oldest first and some of it at once, so that a slow link does not set the
 * pace; what is about one item goes in order. While it does not answer, one thing at a time tries whether it does again.
 */
function talk(): void {
  for (let next = nextWord(); next !== null; next = nextWord()) void converse(next);
}

interface Word {
  id: number;
  say(): Promise<void>;
}

function nextWord(): Word | null {
  if (underWay.size >= (reach.peek() === "up" ? MOST_AT_ONCE : 1)) return null;
  const job = outbox.peek().find(isNext);
  if (job) return { id: job.id, say: () => send(job) };
  return isRefillWanted && !underWay.has(REFILL) ? { id: REFILL, say: askForMore } : null;
}

/** Whether it is not under way, and nothing else about its item is to be said before it. */
function isNext(job: Job): boolean {
  return !underWay.has(job.id) && outbox.peek().find(({ item }) => keyOf(item) === keyOf(job.item)) === job;
}

async function converse({ id, say }: Word): Promise<void> {
  underWay.add(id);
  try {
    await say();
    underWay.delete(id);
    talk();
  } catch (error) {
    underWay.delete(id);
    if (!(error instanceof NoAnswer || error instanceof SignedOut)) throw error;
    unheard(error);
  }
}

async function send(job: Job): Promise<void> {
  const wasUp = reach.peek() === "up";
  const sent = { ...job, wasSent: true };
  outbox.value = outbox.value.map((other) => (other.id === job.id ? sent : other));
  try {
    const answer = await post<VerdictAnswer>(pathOf(job), bodyOf(job));
    batch(() => finish(job, answer));
  } catch (error) {
    if (error instanceof Refusal) {
      batch(() => {
        heard();
        heedRefusal(job, error);
      });
      isRefillWanted = true;
      return;
    }
    if (wasUp && job.verdict !== null) sayWaits(job.verdict);
    throw error;
  }
}

function finish(job: Job, answer: VerdictAnswer): void {
  heard();
  outbox.value = outbox.value.filter(({ id }) => id !== job.id);
  if (!isOvertaken(answer)) takeIn(answer);
  if (job.verdict === null) return;
  markSaved(job.item);
  saySaved(job.verdict);
}

async function askForMore(): Promise<void> {
  const asked = filter.peek();
  const answer = await get<NextItems>(
    `/api/next?${queryOf({ client, n: SHELF, skippedUpTo: skippedUpTo.peek(), ...asked })}`,
  );
  batch(() => {
    heard();
    // Chosen anew meanwhile: what was asked for is not wanted any more, and is asked for once more.
    if (filter.peek() !== asked) return;
    isRefillWanted = false;
    const wasShown = current.peek() !== undefined;
    // Asked for alone it is the latest word, even where the collector counts from an earlier number, restored from a copy.
    if (underWay.size === 1 || !isOvertaken(answer)) takeIn(answer);
    isOpening.value = false;
    if (!wasShown && current.peek()) sayShown();
  });
}

function pathOf({ item, verdict }: Job): string {
  const action = verdict === null ? "undo" : "verdict";
  const path = [item.boothId, item.itemId].map(encodeURIComponent).join("/");
  // Crops with labels that wait here are leased to this page still, and count.
  const n = Math.min(MOST_LEASES, SHELF + unsaved.peek() - 1);
  return `/api/items/${path}/${action}?${queryOf({ n, skippedUpTo: skippedUpTo.peek(), ...filter.peek() })}`;
}

const bodyOf = ({ verdict }: Job) => (verdict === null ? { client } : { verdict, client });

// A closed or reloaded page takes along what it has not handed over; it cannot ask in its own words.
addEventListener("beforeunload", (event) => {
  if (unsaved.peek() > 0) event.preventDefault();
});
