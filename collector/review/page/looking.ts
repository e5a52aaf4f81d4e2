import { batch } from "@preact/signals";
import { type Filter, filter } from "./filter.ts";
import { refill } from "./outbox.ts";
import { isOpening } from "./reach.ts";
import { keepMatching, shelf, takeBackSkips } from "./work.ts";

const LOOK_EVERY_MS = 10_000;
/** Leases end after two minutes: they are renewed well before, while somebody looks at the page. */
const RENEW_EVERY_MS = 40_000;
const FEW = 2;

/** Shows only some of the crops from now on, or all of them. */
export function choose(change: Partial<Filter>): void {
  batch(() => {
    filter.value = { ...filter.peek(), ...change };
    keepMatching();
    isOpening.value = true;
  });
  refill();
}

/** Shows once more what was skipped here. */
export function lookAtSkipped(): void {
  takeBackSkips();
  refill();
}

const isSeen = () => document.visibilityState === "visible";

/** Begins to look for crops, and goes on looking. */
export function startLooking(): void {
  refill();
  setInterval(() => isSeen() && shelf.peek().length < FEW && refill(), LOOK_EVERY_MS);
  setInterval(() => isSeen() && refill(), RENEW_EVERY_MS);
  document.addEventListener("visibilitychange", () => isSeen() && refill());
}
