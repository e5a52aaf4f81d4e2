import type { Verdict } from "../../../common/review.ts";
import { spoken } from "./format.ts";
import { say } from "./said.ts";
import { settings } from "./settings.ts";
import { text, VERDICT_NAMES } from "./text.ts";
import { current } from "./work.ts";

/** What a screen reader says after a label reached the collector. */
export function saySaved(verdict: Verdict): void {
  say(`${text.saidSaved(VERDICT_NAMES[verdict])} ${nextInWords()}`);
}

/** The same while the collector does not answer. */
export function sayWaits(verdict: Verdict): void {
  say(`${text.saidWaits(VERDICT_NAMES[verdict])} ${nextInWords()}`);
}

export function sayUndone(verdict: Verdict): void {
  say(`${text.saidUndone(VERDICT_NAMES[verdict])} ${nextInWords()}`);
}

/** What is on the screen, for whoever opens the page or comes back to it. */
export function sayShown(): void {
  say(nextInWords());
}

function nextInWords(): string {
  const item = current.peek();
  return item ? text.saidNext(spoken(item, settings.peek().hide)) : text.saidNone;
}
