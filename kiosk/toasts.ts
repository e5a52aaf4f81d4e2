import { signal } from "@preact/signals";
import { route } from "./router.ts";

export interface Toast {
  id: number;
  kind: "done" | "error";
  text: string;
  requestId: string | null;
}

const SHOWN_MS = 4000;
const MOST = 3;

/** What is being told at the foot of the pane, newest last. */
export const toasts = signal<readonly Toast[]>([]);

let lastId = 0;

/** Says that something was done; it goes by itself. */
export function toast(text: string): void {
  const id = add({ kind: "done", text, requestId: null });
  setTimeout(() => dismiss(id), SHOWN_MS);
}

/** Says that something failed; it stays until it is dismissed. */
export function toastError(text: string, requestId: string | null = null): void {
  dismiss(toasts.value.find((shown) => shown.kind === "error" && shown.text === text)?.id);
  add({ kind: "error", text, requestId });
}

export function dismiss(id: number | undefined): void {
  toasts.value = toasts.value.filter((shown) => shown.id !== id);
}

/** Takes away what failed: it was done since, or the screen on which it failed is left. */
export function dismissErrors(): void {
  if (toasts.value.some((shown) => shown.kind === "error")) {
    toasts.value = toasts.value.filter((shown) => shown.kind !== "error");
  }
}

function add(shown: Omit<Toast, "id">): number {
  lastId += 1;
  toasts.value = [...toasts.value, { ...shown, id: lastId }].slice(-MOST);
  return lastId;
}

route.subscribe(dismissErrors);
