import type { TargetedPointerEvent } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { isBroken } from "../crops.ts";
import { currentState, seen } from "../labelling.ts";
import { keyOf } from "../merge.ts";
import { text } from "../text.ts";
import * as view from "../view.ts";
import { current, given, shelf } from "../work.ts";
import { CropImage } from "./crop-image.tsx";

/** The crop that is judged, and unseen behind it those that come next and those that undo brings back. */
export function Stage() {
  const stage = useRef<HTMLDivElement>(null);
  const shown = current.value;
  const key = shown ? keyOf(shown) : null;
  const state = currentState.value;
  useSeen(key);
  useView(stage);
  const all = new Map([...given.value.map(({ item }) => item), ...shelf.value].map((item) => [keyOf(item), item]));
  return (
    <div
      ref={stage}
      class="stage"
      hidden={!shown}
      data-item={state === "loading" ? undefined : seen.value}
      data-lens={view.isLens.value}
      data-zoomed={view.zoom.value > 1}
      onPointerMove={follow}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
    >
      {[...all].map(([itemKey, item]) => (
        <CropImage key={itemKey} item={item} isShown={itemKey === key} />
      ))}
      {shown && state === "loading" ? <p class="stage-word">{text.loading}</p> : null}
      {shown && isBroken(state) ? <Broken isMissing={state === "missing"} /> : null}
    </div>
  );
}

function Broken({ isMissing }: { isMissing: boolean }) {
  return (
    <div class="stage-word broken">
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M3 5h18v14H3zM3 16l5-5 4 4 3-3 6 5M4 3l16 18" />
      </svg>
      <h2>{isMissing ? text.missing : text.unreadable}</h2>
      <p>{isMissing ? text.missingHelp : text.unreadableHelp}</p>
    </div>
  );
}

/** A crop counts as seen with the frame that draws it; until then no key labels it. */
function useSeen(key: string | null): void {
  useLayoutEffect(() => {
    seen.value = null;
    if (key === null) return;
    const frame = requestAnimationFrame(() => {
      seen.value = key;
    });
    return () => cancelAnimationFrame(frame);
  }, [key]);
}

/** Zoom, shift and brightness as properties of the stage: they stay when the crop in it changes. */
function useView(stage: { current: HTMLElement | null }): void {
  const { scale, x, y } = view.transform.value;
  const brightness = view.brightness.value;
  useLayoutEffect(() => {
    const style = stage.current?.style;
    style?.setProperty("--view", `translate(${x * 100}%, ${y * 100}%) scale(${scale})`);
    style?.setProperty("--light", String(brightness / 100));
  }, [stage, scale, x, y, brightness]);
}

/** The lens goes with the pointer; a zoomed crop is dragged. */
function follow(event: TargetedPointerEvent<HTMLElement>): void {
  const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
  view.pointAt((event.clientX - left) / width - 0.5, (event.clientY - top) / height - 0.5);
  const isDragged = event.buttons === 1;
  if (isDragged) view.panBy(event.movementX / width, event.movementY / height);
}
