import { refuse } from "../../common/errors.ts";
import { instant } from "../../common/node/clock.ts";
import { type Db, sql } from "../../common/node/db.ts";
import type { Recorder } from "./recorder.ts";

/** How long an answer is kept for a request that is sent again, and how often the old ones are swept out. */
const KEPT_MS = 48 * 3600 * 1000;
const SWEEP_MS = 3600 * 1000;

interface Kept {
  fingerprint: string;
  answer: string;
}

/**
 * Runs a work once per key of its recorder: the answer is stored in the work's own transaction, and the same request
 * gets it again without a second work. The same key with another body is refused.
 */
export function onceOrAgain(db: Db, recorder: Recorder, at: string, work: () => unknown): unknown {
  if (!recorder.once) return synchronous(work());
  const { key, fingerprint } = recorder.once;
  const actor = `${recorder.type}:${recorder.id}`;
  const known = sql<Kept>(db, "SELECT fingerprint, answer FROM idempotency WHERE actor = ? AND key = ?").get(
    actor,
    key,
  );
  if (known) {
    if (known.fingerprint !== fingerprint)
      refuse("idempotency_conflict", "this Idempotency-Key was used for another request");
    return JSON.parse(known.answer);
  }
  const answer = synchronous(work());
  sql(db, "INSERT INTO idempotency (actor, key, fingerprint, answer, at) VALUES (?, ?, ?, ?, ?)").run(
    actor,
    key,
    fingerprint,
    JSON.stringify(answer ?? null),
    at,
  );
  sweepNowAndThen(db, at);
  return answer;
}

/** A work that went on after its transaction would write outside of it. */
function synchronous(value: unknown): unknown {
  if (value instanceof Promise) {
    value.catch(() => {});
    throw new TypeError("a work must be synchronous");
  }
  return value;
}

const sweptAt = new WeakMap<Db, number>();

function sweepNowAndThen(db: Db, at: string): void {
  const now = Date.parse(at);
  const last = sweptAt.get(db);
  if (last !== undefined && Math.abs(now - last) < SWEEP_MS) return;
  sweptAt.set(db, now);
  sql(db, "DELETE FROM idempotency WHERE at < ?").run(instant(now - KEPT_MS));
}
