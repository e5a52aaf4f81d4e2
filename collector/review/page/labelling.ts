import { batch, computed, signal } from "@preact/signals";
import type { Verdict } from "../../../common/review.ts";
import { type CropState, isBroken, stateOf } from "./crops.ts";
import { keyOf } from "./merge.ts";
import { sayUndone } from "./narrator.ts";
import { enqueue, withdraw } from "./outbox.ts";
import { ageNotice, say } from "./said.ts";
import { text } from "./text.ts";
import { addGiven, current, dropGiven, lastGiven, putFirst, takeOff } from "./work.ts";

/** The item that is seen on the screen, by its key. Nothing can be labelled before it is seen. */
export const seen = signal<string | null>(null);

export const currentState = computed((): CropState => (current.value ? stateOf(current.value).value : "loading"));

/** Whether there is, or will be, something on the screen that a class can be given to. */
export const isJudgeable = computed(() => !isBroken(currentState.value));

/** Labels what is on the screen; the next crop is shown at once, and the label is saved behind it. */
export function label(verdict: Verdict): void {
  const item = current.peek();
  if (!item || seen.peek() !== keyOf(item)) return;
  if (!fits(verdict, currentState.peek())) {
    say(currentState.peek() === "loading" ? text.loading : text.noPicture);
    return;
  }
  batch(() => {
    ageNotice();
    takeOff(item);
    addGiven({ item, verdict, isSaved: false });
    enqueue(item, verdict);
  });
}

/** What cannot be shown is unusable or for others; what is not there yet may only be left to them. */
function fits(verdict: Verdict, state: CropState): boolean {
  return state === "ready" || verdict === "skip" || (verdict === "unusable" && isBroken(state));
}

/** Takes the last label back and shows its crop again. */
export function undo(): void {
  const last = lastGiven.peek();
  if (!last) {
    say(text.nothingToUndo);
    return;
  }
  batch(() => {
    dropGiven(last.item);
    putFirst(last.item);
    if (!withdraw(last.item)) enqueue(last.item, null);
  });
  sayUndone(last.verdict);
}
