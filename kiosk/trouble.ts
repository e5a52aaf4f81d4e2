import { computed } from "@preact/signals";
import type { DeviceCategory } from "../common/drivers.ts";
import { second } from "./clock.ts";
import { feed, laneList, ledger } from "./feed.ts";
import { shift } from "./session.ts";
import { clockTime, duration } from "./text/format.ts";
import { t } from "./text/index.ts";

/** Something that is not as it should be, in one line: cause, what still works, what to do. */
export interface Trouble {
  id: string;
  grave: boolean;
  /** With `{time}` where a time counts along. */
  text: string;
  time?: string;
}

/** Stands for itself: the line splits the text there, so that the seconds are not read aloud. */
export const TIME = "{time}";

const DELAY_SHOWN_AFTER_MS = 3000;
const LONG_SHIFT_MS = 14 * 3_600_000;

/** All that is in trouble now, the gravest first (the degraded matrix of the booth). */
export function troubles(timezone: string): Trouble[] {
  return [...serviceTroubles.value, ...deviceTroubles("reader"), ...deviceTroubles("printer"), ...longShift(timezone)];
}

const serviceTroubles = computed((): Trouble[] => {
  const found: Trouble[] = [];
  const { state, sinceMs } = feed.value;
  const elapsedMs = state === "live" ? 0 : second.value - sinceMs;
  const time = duration(elapsedMs);
  if (state === "down") found.push({ id: "down", grave: true, text: t("banner.down", { time: TIME }), time });
  if (!ledger.value.ok)
    found.push({ id: "ledger", grave: true, text: t("banner.ledger", { message: ledger.value.message ?? "" }) });
  if (state === "delayed" && elapsedMs > DELAY_SHOWN_AFTER_MS) {
    found.push({ id: "delayed", grave: false, text: t("banner.delayed", { time: TIME }), time });
  }
  return found;
});

function deviceTroubles(category: DeviceCategory & ("reader" | "printer")): Trouble[] {
  return laneList.value.flatMap((lane) => {
    const device = lane.devices.find((one) => one.category === category);
    if (device === undefined || device.state === "ready") return [];
    const params = { lane: lane.name, message: device.message ?? "" };
    const text = category === "reader" ? t("banner.reader", params) : t("banner.printer", params);
    return [{ id: `${lane.id} ${category}`, grave: false, text }];
  });
}

function longShift(timezone: string): Trouble[] {
  const open = shift.value;
  if (open == null || second.value - Date.parse(open.openedAt) < LONG_SHIFT_MS) return [];
  return [
    { id: "long_shift", grave: false, text: t("banner.long_shift", { time: clockTime(open.openedAt, timezone) }) },
  ];
}
