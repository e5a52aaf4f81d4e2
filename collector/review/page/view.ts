import { computed, signal } from "@preact/signals";

/** How crops are shown. It stays from one crop to the next. */
const ZOOMS = [1, 1.5, 2, 3, 4, 6];
const BRIGHTNESS_STEP = 20;
const BRIGHTNESS_LEAST = 40;
const BRIGHTNESS_MOST = 300;
const LENS = 2;
const PAN_STEP = 0.1;

const zoomStep = signal(0);
export const brightness = signal(100);
/** How far the crop is shifted, as shares of the stage. */
export const pan = signal({ x: 0, y: 0 });
/** Where the pointer is on the stage, as shares from its middle; the middle without one. */
const pointer = signal({ x: 0, y: 0 });
export const isLensHeld = signal(false);
/** The lens stays without a key held: for fingers. */
export const isLensOn = signal(false);

export const zoom = computed(() => ZOOMS[zoomStep.value] ?? 1);
export const isLens = computed(() => isLensHeld.value || isLensOn.value);

/** Scale and shift of the crop in the stage. The lens grows around the pointer. */
export const transform = computed(() => {
  const scale = zoom.value * (isLens.value ? LENS : 1);
  const { x, y } = pan.value;
  const from = isLens.value ? pointer.value : { x: 0, y: 0 };
  const grown = scale / zoom.value;
  return { scale, x: from.x + (x - from.x) * grown, y: from.y + (y - from.y) * grown };
});

export const isChanged = computed(
  () => zoomStep.value !== 0 || brightness.value !== 100 || isLensOn.value || pan.value.x !== 0 || pan.value.y !== 0,
);

export function zoomBy(steps: number): void {
  const before = zoom.value;
  zoomStep.value = clamp(zoomStep.value + steps, 0, ZOOMS.length - 1);
  const grown = zoom.value / before;
  panTo({ x: pan.value.x * grown, y: pan.value.y * grown });
}

/** Back to the whole crop. */
export function fit(): void {
  zoomStep.value = 0;
  isLensOn.value = false;
  panTo({ x: 0, y: 0 });
}

export function reset(): void {
  fit();
  brightness.value = 100;
}

export function brighten(steps: number): void {
  brightness.value = clamp(brightness.value + steps * BRIGHTNESS_STEP, BRIGHTNESS_LEAST, BRIGHTNESS_MOST);
}

/** Moves the crop by shares of the stage; it never leaves the stage. */
export function panBy(x: number, y: number): void {
  panTo({ x: pan.value.x + x, y: pan.value.y + y });
}

export const panBySteps = (x: number, y: number): void => panBy(x * PAN_STEP, y * PAN_STEP);

function panTo({ x, y }: { x: number; y: number }): void {
  const most = (zoom.value - 1) / 2;
  pan.value = { x: clamp(x, -most, most), y: clamp(y, -most, most) };
}

export function pointAt(x: number, y: number): void {
  pointer.value = { x, y };
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
