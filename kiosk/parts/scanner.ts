/**
 * A scanner types like a person, only faster. Keys that follow each other at once are held back until it is clear who
 * typed them; a burst that Enter, Tab or silence ends is a code, and everything else goes on to who listens for keys.
 */
const BURST_GAP_MS = 35;
const SILENCE_MS = 60;
const LEAST_LENGTH = 5;
const SAME_CODE_MS = 1500;

type Field = HTMLInputElement | HTMLTextAreaElement;

interface Burst {
  text: string;
  lastMs: number;
  /** The field the keys fell into, and what it held before. */
  field: Field | null;
  before: string;
}

const scanListeners = new Set<(code: string) => void>();
const keyListeners = new Set<(key: string) => void>();
let burst: Burst | null = null;
let silence: ReturnType<typeof setTimeout> | undefined;
let last = { code: "", atMs: Number.NEGATIVE_INFINITY };

/** Tells each code the scanner reads, whatever has the focus; returns what ends it. */
export function onScan(listener: (code: string) => void): () => void {
  scanListeners.add(listener);
  return () => scanListeners.delete(listener);
}

/** Tells keys that a person types outside of fields: characters, `Backspace`, `Delete`; returns what ends it. */
export function onTyped(listener: (key: string) => void): () => void {
  keyListeners.add(listener);
  return () => keyListeners.delete(listener);
}

/** Listens to the keyboard of the page; once, at the start. */
export function startScanner(): void {
  addEventListener("keydown", onKeyDown, { capture: true });
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing || isPassword(event.target)) return;
  if (event.key === "Enter" || event.key === "Tab") {
    if (endBurst(event.timeStamp)) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
    return;
  }
  if (event.key.length > 1) {
    endBurst(event.timeStamp);
    if (fieldOf(event.target) === null && (event.key === "Backspace" || event.key === "Delete")) tellKey(event.key);
    return;
  }
  // A space on a focused button presses it; that is not typing.
  if (event.key === " " && event.target instanceof Element && event.target.closest("button") !== null && burst === null)
    return;
  take(event);
}

function take(event: KeyboardEvent): void {
  if (burst !== null && event.timeStamp - burst.lastMs > BURST_GAP_MS) endBurst(event.timeStamp);
  const field = fieldOf(event.target);
  burst ??= { text: "", lastMs: event.timeStamp, field, before: field?.value ?? "" };
  burst.text += event.key;
  burst.lastMs = event.timeStamp;
  clearTimeout(silence);
  silence = setTimeout(() => endBurst(event.timeStamp), SILENCE_MS);
}

/** Decides what the keys held back were. True if they were a code that somebody waits for. */
function endBurst(atMs: number): boolean {
  clearTimeout(silence);
  const ended = burst;
  burst = null;
  if (ended === null) return false;
  if (ended.text.length < LEAST_LENGTH || scanListeners.size === 0) {
    if (ended.field === null) for (const key of ended.text) tellKey(key);
    return false;
  }
  if (ended.field !== null) putBack(ended.field, ended.before);
  tellCode(ended.text.trim(), atMs);
  return true;
}

function tellCode(code: string, atMs: number): void {
  const again = code === last.code && atMs - last.atMs < SAME_CODE_MS;
  last = { code, atMs };
  if (!again) for (const listener of scanListeners) listener(code);
}

function tellKey(key: string): void {
  for (const listener of keyListeners) listener(key);
}

/** Takes the code out of the field it was typed into. */
function putBack(field: Field, before: string): void {
  field.value = before;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

function isPassword(target: EventTarget | null): boolean {
  // A password that is shown is still one.
  return target instanceof HTMLInputElement && (target.type === "password" || target.name === "password");
}

function fieldOf(target: EventTarget | null): Field | null {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement ? target : null;
}
