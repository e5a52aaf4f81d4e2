import type { Needs } from "../context.ts";
import { SYSTEM } from "../ledger/recorder.ts";

const WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 10_000;
/** So many accounts and sources are told apart within a minute; failures beyond that are counted by source. */
const MOST_SERIES = 200;

/** A failed sign-in: of a user, or of a name that nobody has (which is not kept; `account` only tells names apart). */
export interface Failure {
  account: string;
  userId: string | null;
  source: string;
}

interface Series extends Failure {
  count: number;
  since: number;
}

/**
 * Gathers failed sign-ins, so that those of one account and source within a minute become one event with a count. A
 * series is recorded when its minute is over, when its account signs in from its source, and at the stop.
 */
export interface SignInFailures {
  add(failure: Failure): void;
  /** Records what failed before a sign-in of this account and source. Never rejects; what cannot be recorded is kept. */
  recordBefore(signIn: Pick<Failure, "account" | "source">): Promise<void>;
  /** Records what is a minute old, for whoever reads now. Never rejects. */
  recordOld(): Promise<void>;
  close(): Promise<void>;
}

/** Opens the gathering of failed sign-ins. */
export function openSignInFailures(booth: Needs<"ledger" | "clock" | "bus" | "log">): SignInFailures {
  const gathered = new Map<string, Series>();

  const commit = async (key: string, series: Series): Promise<void> => {
    const { userId, source, count } = series;
    gathered.delete(key);
    try {
      await booth.ledger.commit(SYSTEM, ({ append }) => void append("sign_in_failed", { userId, source, count }));
    } catch (error) {
      gathered.set(key, { ...series, count: count + (gathered.get(key)?.count ?? 0) });
      booth.log.warn({ err: error }, "failed sign-ins could not be recorded yet");
    }
  };
  const record = async (isDue: (series: Series) => boolean): Promise<void> => {
    if (booth.ledger.state().firstBad) return;
    const due = [...gathered].filter(([, series]) => isDue(series));
    await Promise.all(due.map(([key, series]) => commit(key, series)));
  };
  const recordOld = () => record(({ since }) => booth.clock.monotonic() - since >= WITHIN_MS);
  const timer = setInterval(() => void recordOld(), LOOK_EVERY_MS).unref();

  return {
    add(failure) {
      booth.log.warn({ userId: failure.userId, source: failure.source }, "a sign-in failed");
      booth.bus.announce("signInFailed", null);
      void recordOld();
      const isFull = gathered.size >= MOST_SERIES;
      const key = isFull ? failure.source : `${failure.source} ${failure.account}`;
      const series = gathered.get(key) ?? { ...failure, count: 0, since: booth.clock.monotonic() };
      gathered.set(key, { ...series, userId: isFull ? null : failure.userId, count: series.count + 1 });
    },
    recordBefore: ({ account, source }) => record((series) => series.account === account && series.source === source),
    recordOld,
    async close() {
      clearInterval(timer);
      await record(() => true);
    },
  };
}
