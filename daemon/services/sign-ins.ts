import { BoothError } from "../../common/errors.ts";
import type { Payload } from "../../common/events.ts";
import { instant } from "../../common/node/clock.ts";
import { sql } from "../../common/node/db.ts";
import type { Needs } from "../context.ts";
import type { Transaction } from "../ledger/ledger.ts";
import type { Recorder } from "../ledger/recorder.ts";

/** What a work on sign-ins may do: like a transaction of the ledger, but its events may have nowhere to go. */
export type AccessTransaction = Pick<Transaction, "db" | "at"> & {
  append<K extends "sign_in" | "sign_out">(kind: K, data: Payload<K>): unknown;
};

/** Ends a user's sign-ins, all or all but one; their tokens are worth nothing from then on. */
export function endSignIns(
  tx: AccessTransaction,
  userId: string,
  cause: Payload<"sign_out">["cause"],
  except: string | undefined = undefined,
): void {
  const open = sql<{ jti: string }>(tx.db, "SELECT jti FROM sign_ins WHERE user_id = ? AND ended_at IS NULL").all(
    userId,
  );
  for (const { jti } of open) if (jti !== except) endSignIn(tx, userId, jti, cause);
}

/** Ends one sign-in. Does nothing where it has ended. */
export function endSignIn(
  tx: AccessTransaction,
  userId: string,
  jti: string,
  cause: Payload<"sign_out">["cause"],
): void {
  const done = sql(tx.db, "UPDATE sign_ins SET ended_at = ? WHERE jti = ? AND ended_at IS NULL").run(tx.at, jti);
  if (done.changes > 0) tx.append("sign_out", { userId, signInId: jti, cause });
}

/**
 * Runs a work through the ledger. Where the ledger is broken the work is done without its events and the log says so:
 * people must be able to sign in to see what is wrong, and to sign out.
 */
export async function recordComingAndGoing<T>(
  booth: Needs<"db" | "ledger" | "clock" | "log">,
  recorder: Recorder,
  work: (tx: AccessTransaction) => T,
): Promise<T> {
  const { db, clock, ledger, log } = booth;
  if (!ledger.state().firstBad) return ledger.commit(recorder, work, { urgent: true });
  const append = (kind: string) =>
    log.warn({ actor: recorder.id }, `the ledger is broken: ${kind} happened without an event`);
  try {
    return db.transaction(() => work({ db, at: instant(clock.now()), append })).immediate();
  } catch (error) {
    if (!(error instanceof Error && "code" in error && /^SQLITE_(FULL|READONLY|BUSY)/.test(String(error.code))))
      throw error;
    throw new BoothError("not_ready", "the disk takes no records at this moment", { retryAfterSeconds: 5 });
  }
}
