import { computed } from "@preact/signals";
import type { Lane, LaneDevice } from "../common/api/lanes.ts";
import type { DeviceCategory } from "../common/drivers.ts";
import { backupAlarmOf, backups } from "./backups.ts";
import { second } from "./clock.ts";
import { feed, laneList, ledger, printsWaiting } from "./feed.ts";
import { hello, shift } from "./session.ts";
import { clockTime, duration } from "./text/format.ts";
import { t } from "./text/index.ts";

/** Something that is not as it should be, in one line: cause, what still works, what to do. */
export interface Trouble {
  id: string;
  grave: boolean;
  /** With `{time}` where a time counts along. */
  text: string;
  time?: string;
  /** Where it is looked after. */
  ofBackups?: true;
  /** What waits for a printer has to do with it. */
  ofPrinter?: true;
}

/** Stands for itself: the line splits the text there, so that the seconds are not read aloud. */
export const TIME = "{time}";

const DELAY_SHOWN_AFTER_MS = 3000;
const LONG_SHIFT_MS = 14 * 3_600_000;
const GRAVE_BACKUP_MS = 72 * 3_600_000;

/** All that is in trouble now, the gravest first (the degraded matrix of the booth). */
export function troubles(timezone: string): Trouble[] {
  const found = [...serviceTroubles.value, ...readerTroubles(), ...printerTroubles(), ...longShift(timezone)];
  return [...found, ...backupTroubles()].sort((a, b) => Number(b.grave) - Number(a.grave));
}

const serviceTroubles = computed((): Trouble[] => {
  const found: Trouble[] = [];
  const { state, sinceMs } = feed.value;
  const elapsedMs = state === "live" ? 0 : second.value - sinceMs;
  const time = duration(elapsedMs);
  if (state === "down") found.push({ id: "down", grave: true, text: t("banner.down", { time: TIME }), time });
  const { reason, firstBad } = ledger.value;
  if (reason !== null)
    found.push({ id: "ledger", grave: true, text: t(`banner.ledger.${reason}`, { seq: firstBad?.seq ?? "" }) });
  if (state === "delayed" && elapsedMs > DELAY_SHOWN_AFTER_MS) {
    found.push({ id: "delayed", grave: false, text: t("banner.delayed", { time: TIME }), time });
  }
  return found;
});

function devicesOf(category: DeviceCategory): { lane: Lane; device: LaneDevice }[] {
  return laneList.value.flatMap((lane) =>
    lane.devices.filter((device) => device.category === category).map((device) => ({ lane, device })),
  );
}

function readerTroubles(): Trouble[] {
  return devicesOf("reader")
    .filter(({ device }) => device.state !== "ready")
    .map(({ lane }) => ({ id: `${lane.id} reader`, grave: false, text: t("banner.reader", { lane: lane.name }) }));
}

/** Printers that do not print, those that soon will not, and what waits for them. */
function printerTroubles(): Trouble[] {
  const n = printsWaiting.value;
  const wait = n === 0 ? [] : [t("banner.prints_wait", { n })];
  const found = devicesOf("printer").flatMap(({ lane, device: { state, message } }) => {
    if (state === "ready" && message === null) return [];
    const text =
      state === "ready"
        ? t("banner.printer_low", { lane: lane.name })
        : [t("banner.printer", { lane: lane.name, message: sentence(message ?? "") }), ...wait].join(" ");
    return [{ id: `${lane.id} printer`, grave: false, text, ofPrinter: true as const, down: state !== "ready" }];
  });
  if (n === 0 || found.some(({ down }) => down)) return found.sort((a, b) => Number(b.down) - Number(a.down));
  return [{ id: "prints", grave: false, text: wait.join(), ofPrinter: true }, ...found];
}

/** What a device says of itself, as one of several sentences. */
function sentence(said: string): string {
  const begun = said.charAt(0).toUpperCase() + said.slice(1);
  return /[^.!?]$/.test(begun) ? `${begun}.` : begun;
}

function longShift(timezone: string): Trouble[] {
  const open = shift.value;
  if (open == null || second.value - Date.parse(open.openedAt) < LONG_SHIFT_MS) return [];
  return [
    { id: "long_shift", grave: false, text: t("banner.long_shift", { time: clockTime(open.openedAt, timezone) }) },
  ];
}

/** Backups that fail or are overdue, for those who may see how they stand. */
function backupTroubles(): Trouble[] {
  const status = backups.value;
  const alarm = status && backupAlarmOf(status);
  if (status === null || alarm === null) return [];
  // A booth that nobody gave a key to is told of once a backup is missed, and one for show not at all.
  if (alarm === "no_key" && (!status.late || hello.value?.demo)) return [];
  const ageMs = status.lastSuccess === null ? 0 : Math.max(0, second.value - Date.parse(status.lastSuccess.startedAt));
  const found = { id: "backup", grave: ageMs > GRAVE_BACKUP_MS, ofBackups: true as const };
  if (alarm === "late") return [{ ...found, text: t("banner.backup.late", { time: TIME }), time: duration(ageMs) }];
  return [{ ...found, text: t(`banner.backup.${alarm}`) }];
}
