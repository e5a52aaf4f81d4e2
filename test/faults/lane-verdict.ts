import { openDb } from "../../common/node/db.ts";
import type { Sent } from "./lane-traffic.ts";

/** A relay that went on. */
export interface Opened {
  lane: string;
  at: number;
}

interface Intent {
  lane: string;
  at: number;
  /** The plate or the subscription it was for; null where it was for neither. */
  who: string | null;
}

/** A relay that goes on later than this after its intent opens for somebody else. */
const OPENS_WITHIN_MS = 4000;
/** Two processes read one clock, but not at one instant. */
const LEEWAY_MS = 50;

/** Compares what was read with what the ledger holds and with what the relays did. */
export function judgeLanes(path: string, sent: readonly Sent[], opened: readonly Opened[]): string[] {
  const db = openDb(path, { readonly: true });
  try {
    const stays = db
      .prepare(
        `SELECT coalesce(s.subscription_id, p.plate) AS who, count(*) AS n FROM sessions s
         LEFT JOIN plates p ON p.ref = s.plate_ref GROUP BY who HAVING who IS NOT NULL`,
      )
      .all() as { who: string; n: number }[];
    const intents = intentsIn(path);
    const lost = lostReads(sent, intents);
    const double = stays.filter(({ n }) => n > 1).map(({ who, n }) => `${who} has ${n} stays`);
    return [...lost, ...double, ...wrongOpenings(intents, opened)];
  } finally {
    db.close();
  }
}

/** The intents, with the plates and subscriptions they were for. */
export function intentsIn(path: string): Intent[] {
  const db = openDb(path, { readonly: true });
  try {
    const rows = db
      .prepare(
        `SELECT e.lane, e.at, coalesce(s.subscription_id, p.plate) AS who FROM events e
         LEFT JOIN sessions s ON s.id = e.data ->> 'sessionId' LEFT JOIN plates p ON p.ref = s.plate_ref
         WHERE e.kind = 'barrier_intent' ORDER BY e.seq`,
      )
      .all() as { lane: string; at: string; who: string | null }[];
    return rows.map(({ at, ...row }) => ({ ...row, at: Date.parse(at) }));
  } finally {
    db.close();
  }
}

function lostReads(sent: readonly Sent[], intents: readonly Intent[]): string[] {
  const times = new Map<string, number>();
  for (const { lane, who } of intents) times.set(`${lane} ${who}`, (times.get(`${lane} ${who}`) ?? 0) + 1);
  return sent.flatMap(({ lane, who, by }) => {
    const n = times.get(`${lane} ${who}`) ?? 0;
    return n === 1 ? [] : [`${who} was read at ${lane} by its ${by} and has ${n} intents there`];
  });
}

/** Each relay that went on has an intent of its own, given just before. */
function wrongOpenings(intents: readonly Intent[], opened: readonly Opened[]): string[] {
  const left = [...intents];
  return opened.flatMap(({ lane, at }) => {
    const own = left.findIndex((i) => i.lane === lane && at >= i.at - LEEWAY_MS && at - i.at <= OPENS_WITHIN_MS);
    if (own < 0) return [`the relay of ${lane} went on at ${new Date(at).toISOString()} without an intent of its own`];
    left.splice(own, 1);
    return [];
  });
}
