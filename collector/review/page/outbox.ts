import { batch } from "@preact/signals";
import type { LeasedItem, NextItems, VerdictAnswer } from "../../../common/api/collector.ts";
import type { Verdict } from "../../../common/review.ts";
import { get, NoAnswer, post, Refusal, SignedOut } from "./api.ts";
import { client } from "./client.ts";
import { filter, queryOf } from "./filter.ts";
import { keyOf } from "./merge.ts";
import { saySaved, sayShown, sayWaits } from "./narrator.ts";
import { heard, isOpening, reach, unheard, whenTrying } from "./reach.ts";
import { heedRefusal } from "./refused.ts";
import { current, type Job, markSaved, outbox, takeIn, unsaved } from "./work.ts";

/** Crops leased at a time: the one on the screen and those already loaded behind it. */
const SHELF = 4;
const MOST_LEASES = 10;

let lastId = 0;
let isTalking = false;
let isRefillWanted = false;

/** Hands a verdict, or null for taking it back, to the collector: now, or as soon as it answers. */
export function enqueue(item: LeasedItem, verdict: Verdict | null): void {
  lastId += 1;
  outbox.value = [...outbox.value, { id: lastId, item, verdict, wasSent: false }];
  if (reach.peek() === "up") void talk();
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
  void talk();
}

whenTrying(refill);

/**
 * Says one thing at a time to the collector, oldest first, until all is said or no answer comes. One after the other,
 * so that each answer knows of all that was said before: the leases it names are then the ones there are.
 */
async function talk(): Promise<void> {
  if (isTalking) return;
  isTalking = true;
  try {
    for (let next = nextWord(); next !== null; next = nextWord()) await next();
  } catch (error) {
    if (!(error instanceof NoAnswer || error instanceof SignedOut)) throw error;
    unheard(error);
  } finally {
    isTalking = false;
  }
}

function nextWord(): (() => Promise<void>) | null {
  const job = outbox.peek()[0];
  if (job) return () => send(job);
  return isRefillWanted ? askForMore : null;
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
  takeIn(answer);
  if (job.verdict === null) return;
  markSaved(job.item);
  saySaved(job.verdict);
}

async function askForMore(): Promise<void> {
  const asked = filter.peek();
  const answer = await get<NextItems>(`/api/next?${queryOf({ client, n: SHELF, ...asked })}`);
  batch(() => {
    heard();
    // Chosen anew meanwhile: what was asked for is not wanted any more, and is asked for once more.
    if (filter.peek() !== asked) return;
    isRefillWanted = false;
    const wasShown = current.peek() !== undefined;
    takeIn(answer);
    isOpening.value = false;
    if (!wasShown && current.peek()) sayShown();
  });
}

function pathOf({ item, verdict }: Job): string {
  const action = verdict === null ? "undo" : "verdict";
  const path = [item.boothId, item.itemId].map(encodeURIComponent).join("/");
  // Crops with labels that wait here are leased to this page still, and count.
  const n = Math.min(MOST_LEASES, SHELF + unsaved.peek() - 1);
  return `/api/items/${path}/${action}?${queryOf({ n, ...filter.peek() })}`;
}

const bodyOf = ({ verdict }: Job) => (verdict === null ? { client } : { verdict, client });

// A closed or reloaded page takes along what it has not handed over; it cannot ask in its own words.
addEventListener("beforeunload", (event) => {
  if (unsaved.peek() > 0) event.preventDefault();
});
