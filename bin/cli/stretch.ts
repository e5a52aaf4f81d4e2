import type { Db } from "../../common/node/db.ts";
import { checkInput } from "./input.ts";

/** From when until when, as it was typed: a day of the site, which is meant whole, or an instant. */
export interface Period {
  since?: string;
  until?: string;
}

/** The entries of a period: after the one seq and before the other; undefined where the period is open. */
export async function entriesOf(
  db: Db,
  { since, until }: Period,
): Promise<{ after: number | undefined; before: number | undefined }> {
  const { lastSeqBefore } = await import("../../daemon/ledger/read.ts");
  const from = await edgeOf(db, "since", since, "start");
  const to = await edgeOf(db, "until", until, "end");
  return {
    after: from === undefined ? undefined : lastSeqBefore(db, from),
    before: to === undefined ? undefined : lastSeqBefore(db, to) + 1,
  };
}

async function edgeOf(
  db: Db,
  name: keyof Period,
  typed: string | undefined,
  edge: "start" | "end",
): Promise<string | undefined> {
  if (typed === undefined) return undefined;
  const v = await import("valibot");
  const { DayOrInstant, isDay } = await import("../../common/api/subscriptions.ts");
  const { edgeOfDay } = await import("../../common/hours.ts");
  const { siteOf } = await import("../../daemon/services/sites.ts");
  const checked = await checkInput(v.object({ [name]: DayOrInstant }), { [name]: typed });
  const text = String(checked[name]);
  return isDay(text) ? edgeOfDay(text, siteOf(db).timezone, edge) : text;
}
