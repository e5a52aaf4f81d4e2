import { signal } from "@preact/signals";
import type { Payment } from "../common/api/payments.ts";
import { route } from "./router.ts";

/**
 * The sheets that cover the right pane, and what each needs to open. A new sheet is a line here, a component in
 * `screens/`, and a line in `screens/sheet-host.tsx`.
 */
export interface SheetProps {
  menu: Nothing;
  find: Nothing;
  lost: Nothing;
  /** A stay whose plate is wrong, or that belongs to another car. */
  plate: { sessionId: string; plate: string | null; ticket: string | null };
  /** The lane whose barrier is to be opened. */
  hand: { lane: string };
  /** A stay that leaves without paying, and the lane where it stands. */
  go: { sessionId: string; plate: string | null; ticket: string | null; lane: string | null };
  /** A stay that stations may take something off. */
  validate: { sessionId: string; plate: string | null; ticket: string | null };
  /** A stay whose car is to be washed. */
  wash: { sessionId: string; plate: string | null; ticket: string | null };
  entry: Nothing;
  journal: Nothing;
  /** `from` is where Back leads; null is the workbench. */
  void: { payment: Payment; from: "journal" | null };
  receipt: { text: string; printed: boolean; waiting: boolean; from: "journal" | null };
  cash: Nothing;
  prints: Nothing;
}

type Nothing = Record<never, never>;

export type SheetName = keyof SheetProps;
export type OpenSheet = { [K in SheetName]: { name: K; props: SheetProps[K] } }[SheetName];

/** The sheet that is open, if any. */
export const sheet = signal<OpenSheet | null>(null);

/** Opens a sheet over the right pane, in place of the one that is open. */
export function openSheet<K extends SheetName>(name: K, props: SheetProps[K]): void {
  sheet.value = { name, props } as OpenSheet;
}

/** Goes back to what lies under the sheet, with everything typed there still in place. */
export function closeSheet(): void {
  sheet.value = null;
}

// A sheet belongs to the screen it was opened on.
route.subscribe(closeSheet);
