import type { ComponentChildren } from "preact";
import { isFiltered, NO_FILTER } from "../filter.ts";
import { count } from "../format.ts";
import { choose, lookAtSkipped } from "../looking.ts";
import { refill } from "../outbox.ts";
import { Button } from "../parts/button.tsx";
import { isOpening, reach } from "../reach.ts";
import { text } from "../text.ts";
import { shownProgress, unsaved } from "../work.ts";

/** No crop on the screen: why, and what happens next. */
export function NothingShown() {
  if (reach.value !== "up") return <Word title={text.noneAtHand} help={text.noneAtHandHelp} />;
  // Who labels faster than the answers come has not labelled all: they say what there is.
  if (isOpening.value || unsaved.value > 0) return <Word title={text.opening} />;
  const { skipped = 0, pending = 0 } = shownProgress.value ?? {};
  if (pending > 0) {
    return (
      <Word title={text.held} help={text.heldHelp(pending, count(pending))}>
        <Button onTap={refill}>{text.lookNow}</Button>
      </Word>
    );
  }
  return (
    <section class="nothing-shown">
      <Check />
      <h2>{isFiltered.value ? text.doneFiltered : text.done}</h2>
      {skipped > 0 ? <p>{text.skipped(skipped, count(skipped))}</p> : null}
      <p class="soft">{text.doneHelp}</p>
      <div class="row">
        {skipped > 0 ? <Button onTap={lookAtSkipped}>{text.showSkipped}</Button> : null}
        {isFiltered.value ? <Button onTap={() => choose(NO_FILTER)}>{text.showAll}</Button> : null}
        <Button onTap={refill}>{text.lookNow}</Button>
      </div>
    </section>
  );
}

function Word({ title, help, children }: { title: string; help?: string; children?: ComponentChildren }) {
  return (
    <section class="nothing-shown">
      <h2>{title}</h2>
      {help === undefined ? null : <p class="soft">{help}</p>}
      {children}
    </section>
  );
}

function Check() {
  return (
    <svg class="done-mark" viewBox="0 0 64 64" aria-hidden="true">
      <circle cx="32" cy="32" r="29" />
      <path d="m19 33 9 9 18-20" />
    </svg>
  );
}
