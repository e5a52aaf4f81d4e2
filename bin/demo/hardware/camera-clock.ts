import type { Clock } from "../../../common/node/clock.ts";
import type { Reply } from "./http-device.ts";
import { el, fault, inside, reply } from "./soap-text.ts";

/** The clock of a simulated camera, which may be off. */
export interface CameraClock {
  now(): number;
  /** How far it is ahead, in ms. */
  aheadMs(): number;
  setAheadMs(ms: number): void;
  show(): Reply;
  set(xml: string): Reply;
}

const ZONE = "CET-1CEST,M3.5.0,M10.5.0/3";

/** A clock that is right at first; it tells and takes whole seconds. */
export function openCameraClock(clock: Clock): CameraClock {
  let aheadMs = 0;
  const now = () => clock.now() + aheadMs;
  return {
    now,
    aheadMs: () => aheadMs,
    setAheadMs(ms) {
      aheadMs = ms;
    },
    show() {
      const [date = "", time = ""] = new Date(now()).toISOString().split("T");
      const [year, month, day] = date.split("-").map(Number);
      const [hour, minute, second] = time.slice(0, 8).split(":").map(Number);
      const shown = el(
        "tt:UTCDateTime",
        el("tt:Time", el("tt:Hour", hour ?? 0), el("tt:Minute", minute ?? 0), el("tt:Second", second ?? 0)),
        el("tt:Date", el("tt:Year", year ?? 0), el("tt:Month", month ?? 0), el("tt:Day", day ?? 0)),
      );
      const zone = el("tt:TimeZone", el("tt:TZ", ZONE));
      const told = [el("tt:DateTimeType", "Manual"), el("tt:DaylightSavings", "true"), zone, shown];
      return reply(el("tds:GetSystemDateAndTimeResponse", el("tds:SystemDateAndTime", ...told)));
    },
    set(xml) {
      if (!["true", "false"].includes(inside(xml, "DaylightSavings"))) return fault("InvalidArgVal", "incomplete");
      if (inside(xml, "TZ") !== ZONE) return fault("InvalidTimeZone", "this camera stands elsewhere");
      const numbers = ["Year", "Month", "Day", "Hour", "Minute", "Second"].map((name) => Number(inside(xml, name)));
      const [year = 0, month = 0, ...rest] = numbers;
      const at = Date.UTC(year, month - 1, ...rest);
      if (Number.isNaN(at)) return fault("InvalidDateTime", "no such date");
      aheadMs = at - clock.now();
      return reply("<tds:SetSystemDateAndTimeResponse/>");
    },
  };
}
