import { readGenesis } from "../../daemon/ledger/genesis.ts";
import { siteOf } from "../../daemon/services/sites.ts";
import type { Patient } from "./patient.ts";

/** Which booth this is, in which version, and what its site's clock says. */
export function headingOf({ db, raw, env, version, clock }: Patient): { booth: string; heading: string } {
  const booth = (raw && readGenesis(raw)?.boothId) ?? (env.BOOTH_ID || "booth-1");
  const timeZone = db ? siteOf(db).timezone : "UTC";
  return { booth, heading: `Booth ${booth} · ${version} · ${wallClock(clock.now(), timeZone)}` };
}

function wallClock(now: number, timeZone: string): string {
  const form = { hourCycle: "h23", timeZoneName: "short" } as const;
  const digits = { year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit" } as const;
  const parts = new Intl.DateTimeFormat("en-GB", { ...form, ...digits, timeZone }).formatToParts(now);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((each) => each.type === type)?.value ?? "";
  return `${part("year")}-${part("month")}-${part("day")} ${part("hour")}:${part("minute")} ${part("timeZoneName")}`;
}
