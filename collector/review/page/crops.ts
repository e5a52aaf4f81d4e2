import { effect, type Signal, signal, untracked } from "@preact/signals";
import type { ReviewItem } from "../../../common/api/collector.ts";
import { keyOf } from "./merge.ts";
import { reach } from "./reach.ts";
import { given, shelf } from "./work.ts";

/** `missing`: the collector has no picture. `unreadable`: it has one that no browser can show. */
export type CropState = "loading" | "ready" | "missing" | "unreadable";

const AGAIN_MS = 3000;

const states = new Map<string, Signal<CropState>>();

/** Counts the times pictures that did not come are asked for again. */
export const attempt = signal(0);

export function stateOf(item: ReviewItem): Signal<CropState> {
  const key = keyOf(item);
  const known = states.get(key);
  if (known) return known;
  const state = signal<CropState>("loading");
  states.set(key, state);
  return state;
}

/** Crops that no class can be given to. */
export const isBroken = (state: CropState): boolean => state === "missing" || state === "unreadable";

/** The bytes are there: it counts as ready when it is decoded too, so that showing it takes no time. */
export async function decode(image: HTMLImageElement, item: ReviewItem): Promise<void> {
  try {
    await image.decode();
    stateOf(item).value = "ready";
  } catch {
    // Also thrown where the image was taken off the page meanwhile: then nobody looks at its state.
    stateOf(item).value = image.naturalWidth > 0 ? "ready" : "unreadable";
  }
}

/** An image that did not load does not say why; asking once more does. What may yet come is asked for again. */
export async function findOut(item: ReviewItem): Promise<void> {
  stateOf(item).value = (await fault(item)) ?? "loading";
  if (stateOf(item).value === "loading") setTimeout(askAgain, AGAIN_MS);
}

async function fault({ crop }: ReviewItem): Promise<CropState | null> {
  try {
    const response = await fetch(crop, { credentials: "same-origin", cache: "no-store" });
    if (response.status === 404 || response.status === 410) return "missing";
    if (!response.ok) return null;
    const picture = await response.blob();
    return await createImageBitmap(picture).then(
      () => null,
      () => "unreadable",
    );
  } catch {
    return null;
  }
}

function askAgain(): void {
  attempt.value += 1;
}

// What did not load while the collector was away is asked for when it is back.
let wasUp = true;
effect(() => {
  const isUp = reach.value === "up";
  if (isUp && !wasUp) untracked(askAgain);
  wasUp = isUp;
});

// Forgets what is neither on the shelf nor among the last labels.
effect(() => {
  const wanted = new Set([...shelf.value, ...given.value.map(({ item }) => item)].map(keyOf));
  for (const key of states.keys()) if (!wanted.has(key)) states.delete(key);
});
