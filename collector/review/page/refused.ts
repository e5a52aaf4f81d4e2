import type { ItemTaken } from "../../../common/api/collector.ts";
import type { Refusal } from "./api.ts";
import { keyOf } from "./merge.ts";
import { warn } from "./said.ts";
import { text, VERDICT_NAMES } from "./text.ts";
import { dropGiven, type Job, outbox, putNext, takeOff } from "./work.ts";

/** What becomes of an item whose verdict, or the taking back of it, was refused for good; says so in words. */
export function heedRefusal(job: Job, refusal: Refusal): void {
  // What was to follow on the same item was about a label that is not there.
  outbox.value = outbox.value.filter((other) => keyOf(other.item) !== keyOf(job.item));
  dropGiven(job.item);
  if (job.verdict === null) {
    takeOff(job.item);
    warn(text.undoRefused(refusal.message));
    return;
  }
  const mine = VERDICT_NAMES[job.verdict];
  if (refusal.status === 409) {
    takeOff(job.item);
    const theirs = verdictIn(refusal);
    warn(theirs === null ? text.takenOver(mine) : text.takenBy(theirs, mine));
  } else if (refusal.status === 404 || refusal.status === 410) {
    takeOff(job.item);
    warn(text.gone(mine));
  } else {
    putNext(job.item, refusal.message);
    warn(text.comesBack(mine, refusal.message));
  }
}

/** The verdict that stands by now, in words; null where somebody has the crop and has not decided. */
function verdictIn({ body }: Refusal): string | null {
  const names: Readonly<Record<string, string>> = VERDICT_NAMES;
  const { current } = body as Partial<ItemTaken>;
  return current?.verdict ? (names[current.verdict] ?? current.verdict) : null;
}
