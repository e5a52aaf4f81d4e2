import type { Db } from "../../common/node/db.ts";
import { readGenesis } from "../../daemon/ledger/genesis.ts";
import { siteOf } from "../../daemon/services/sites.ts";
import type { Patient } from "./patient.ts";

/** Which booth this is, in which version, and what its site's clock says. */
export function headingOf({ db, config, version, clock }: Patient): { booth: string; heading: string } {
  const said = db && saidIn(db);
  const booth = said?.boothId ?? config.boothId;
  return { booth, heading: `Booth ${booth} · ${version} · ${wallClock(clock.now(), said?.timezone ?? "UTC")}` };
}

/** What the database says of itself; a damaged one may not. */
function saidIn(db: Db): { boothId: string | undefined; timezone: string } | null {
  try {
    return { boothId: readGenesis(db)?.boothId, timezone: siteOf(db).timezone };
  } catch {
    return null;
  }
}

function wallClock(now: number, timeZone: string): string {
  const form = { hourCycle: "h23", timeZoneName: "short" } as const;
  const digits = { year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit" } as const;
  const parts = new Intl.DateTimeFormat("en-GB", { ...form, ...digits, timeZone }).formatToParts(now);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((each) => each.type === type)?.value ?? "";
  return `${part("year")}-${part("month")}-${part("day")} ${part("hour")}:${part("minute")} ${part("timeZoneName")}`;
}
