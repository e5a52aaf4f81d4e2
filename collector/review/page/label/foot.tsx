import { cameraName, categoryClasses } from "../format.ts";
import { undo } from "../labelling.ts";
import { keyOf } from "../merge.ts";
import { Button } from "../parts/button.tsx";
import { reach, tryNow } from "../reach.ts";
import { text, VERDICT_NAMES } from "../text.ts";
import { type Given, given, lastGiven, unsaved } from "../work.ts";

/** What was labelled last, with the way back, and whether it is all saved. */
export function Foot() {
  const last = lastGiven.value;
  const trouble = reach.value !== "up";
  return (
    <footer class={`foot ${trouble ? "trouble" : ""}`}>
      <Button class="undo" shortcut="z" refusal={last ? null : text.nothingToUndo} onTap={undo}>
        {text.undo}
      </Button>
      {trouble ? <Trouble /> : <Last />}
      <Saving />
    </footer>
  );
}

function Trouble() {
  const isDown = reach.value === "down";
  const words = isDown ? text.down : text.signedOut;
  return (
    <>
      <p class="foot-words" role="alert">
        <span aria-hidden="true">▲ </span>
        {words(unsaved.value)}
      </p>
      <Button onTap={tryNow}>{isDown ? text.tryNow : text.signIn}</Button>
    </>
  );
}

function Last() {
  const last = lastGiven.value;
  if (!last) return <p class="foot-words soft">{text.nothingToUndo}</p>;
  const { item, verdict } = last;
  const category = item.operatorCategory;
  return (
    <>
      <p class="foot-words">
        <span class="soft">{text.last}</span> <b>{VERDICT_NAMES[verdict]}</b>{" "}
        <span class="soft">
          {category ? `· ${text.operatorWas(`${category.name} (${categoryClasses(item)})`)} ` : ""}·{" "}
          {text.cameraWas(cameraName(item))}
        </span>
      </p>
      <ol class="trail" aria-hidden="true">
        {given.value.map((label) => (
          <TrailMark key={keyOf(label.item)} label={label} />
        ))}
      </ol>
    </>
  );
}

function TrailMark({ label: { item, verdict, isSaved } }: { label: Given }) {
  return (
    <li class={isSaved ? "" : "unsaved"}>
      <img src={item.crop} alt="" />
      <span>{VERDICT_NAMES[verdict]}</span>
    </li>
  );
}

function Saving() {
  if (reach.value !== "up") return null;
  const waiting = unsaved.value;
  return waiting === 0 ? (
    <span class="saving ok">
      <span aria-hidden="true">✓ </span>
      {text.allSaved}
    </span>
  ) : (
    <span class="saving">{text.saving(waiting)}</span>
  );
}
