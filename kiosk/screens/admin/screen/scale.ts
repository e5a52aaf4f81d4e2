/** A card of the size ID-1 (ISO/IEC 7810), in mm. */
export const CARD_MM = { width: 85.6, height: 53.98 };

/** The sizes that count, in CSS px at scale 1: the smallest button, the main button, the capitals of plain text. */
const TARGET_PX = 48;
const PRIMARY_PX = 80;
const CAPITALS_PX = 0.72 * 17;

/** What a finger hits and an eye reads at arm's length, in mm: capitals of 2.79 mm are 16 arc minutes at 600 mm. */
const LEAST_TARGET_MM = 9;
const LEAST_CAPITALS_MM = 2.79;

const LARGEST = 1.5;
/** The room that every screen of the kiosk needs, in CSS px at scale 1. */
const LEAST_WIDTH = 1024;
const LEAST_HEIGHT = 640;

interface View {
  /** CSS px. */
  width: number;
  height: number;
}

/** The scale that makes everything large enough on a screen whose CSS pixels are `mmPerPx`, before it has to fit. */
function wantedFor(mmPerPx: number): number {
  const needed = Math.max(LEAST_TARGET_MM / (TARGET_PX * mmPerPx), LEAST_CAPITALS_MM / (CAPITALS_PX * mmPerPx));
  return Math.min(Math.max(1, needed), LARGEST);
}

/** The scale for a screen: large enough to hit and read, and never so large that the kiosk no longer fits. 1 to 1.5. */
export function scaleFor(mmPerPx: number, view: View): number {
  const fitting = Math.min(view.width / LEAST_WIDTH, view.height / LEAST_HEIGHT);
  return roundedDown(Math.max(1, Math.min(wantedFor(mmPerPx), fitting)));
}

/** Whether the screen would be better off with a larger scale than fits on it. */
export function isCapped(mmPerPx: number, view: View): boolean {
  return scaleFor(mmPerPx, view) < roundedDown(wantedFor(mmPerPx));
}

/** How large things are on the screen, in mm. */
export function sizesAt(mmPerPx: number, scale: number): { target: number; primary: number; capitals: number } {
  const mm = mmPerPx * scale;
  return { target: TARGET_PX * mm, primary: PRIMARY_PX * mm, capitals: CAPITALS_PX * mm };
}

/** To hundredths. Down, so that what fits still fits; the small excess is for numbers such as 1.1299999. */
function roundedDown(scale: number): number {
  return Math.floor(scale * 100 + 1e-6) / 100;
}
