import { randomUUID } from "node:crypto";
import type { SessionUser } from "../../common/api/auth.ts";
import { refuse } from "../../common/errors.ts";
import type { ModuleId } from "../../common/modules.ts";
import { type Db, dataVersion, sql } from "../../common/node/db.ts";
import { openPasswords, type Passwords } from "../../common/node/passwords.ts";
import { openQueue } from "../../common/node/queue.ts";
import { openSlowDown } from "../../common/node/slow-down.ts";
import type { Actor, Needs } from "../context.ts";
import { sessionUserOfSignIn } from "./rights.ts";
import { openSignInFailures, type SignInFailures } from "./sign-in-failures.ts";
import { type Claims, openTokens, type Tokens } from "./sign-in-tokens.ts";
import { effectiveModulesOf } from "./site-config.ts";

/** At most two hashes at once, so that a burst of sign-ins leaves the thread pool to the rest of the booth. */
const HASHING = { atOnce: 2, waiting: 16, perSource: 12 };
const MOST_TOKENS = 1000;

/** Who a token stands for at this moment, and the CSRF value it carries. */
export interface Identity {
  actor: Actor & { signInId: string };
  user: SessionUser;
  csrf: string;
}

/** A try at a password; `hash` is null where no password would be right. */
export interface PasswordAttempt {
  /** What tells accounts apart; a name that nobody has is an account too. */
  account: string;
  userId: string | null;
  source: string;
  password: string;
  hash: string | null;
}

/** What one process needs to let people in: its secret, its hashing, and its memory of failures. */
export interface Door {
  readonly tokens: Tokens;
  readonly passwords: Passwords;
  readonly failures: SignInFailures;
  /** Who a token stands for now, or null when it is forged, ended, or its user is disabled or gone. */
  identityOf(token: string): Identity | null;
  /** When a sign-in was last used or had its live feed open, in ms; null when not since the booth started. */
  lastSeen(signInId: string): number | null;
  /** The modules effective at this moment. */
  modules(): readonly ModuleId[];
  /** Passes when the password is right. Throws `bad_credentials`, or `rate_limited` to who failed before or came in a crowd. */
  checkPassword(attempt: PasswordAttempt): Promise<void>;
  /** Records what is gathered; to be called before the ledger closes. */
  close(): Promise<void>;
}

export interface DoorOptions {
  sessionSecret: string;
  /** The bcrypt cost; 12 but in tests. */
  passwordCost?: number;
}

/** Opens the door of a booth. */
export function openDoor(
  booth: Needs<"config" | "db" | "ledger" | "clock" | "bus" | "log">,
  options: DoorOptions,
): Door {
  const tokens = openTokens(options.sessionSecret);
  const hashing = openPasswords(options.passwordCost);
  const queue = openQueue(HASHING);
  const slowDown = openSlowDown(booth.clock);
  const failures = openSignInFailures(booth);
  return {
    tokens,
    passwords: {
      hash: (password) => queue.run({ key: randomUUID(), source: "setting a password" }, () => hashing.hash(password)),
      matches: hashing.matches,
    },
    failures,
    ...openIdentities(booth, tokens),
    modules: () => effectiveModulesOf(booth),
    checkPassword({ account, userId, source, password, hash }) {
      const key = `${source} ${account}`;
      slowDown.assertMayTry(key);
      return queue.run({ key, source }, async () => {
        slowDown.assertMayTry(key);
        if (await hashing.matches(password, hash)) return slowDown.succeeded(key);
        slowDown.failed(key);
        failures.add({ account, userId, source });
        refuse("bad_credentials", "the user name or the password is wrong");
      });
    },
    close: () => failures.close(),
  };
}

/**
 * Remembers what tokens resolve to, for as long as nothing at all was written: `data_version` grows with each commit of
 * another connection, `total_changes` with each write of this one. So a change of a role holds on the next request,
 * whoever made it. When a token was last asked about is remembered with it, and nowhere else: it costs no write.
 */
function openIdentities({ db, clock }: Needs<"db" | "clock">, tokens: Tokens): Pick<Door, "identityOf" | "lastSeen"> {
  const known = new Map<string, Known>();
  const bySignIn = new Map<string, Known>();
  const othersNow = oncePerTurn(() => dataVersion(db));
  const ownChanges = sql<number>(db, "SELECT total_changes() AS own").pluck();
  const forgetOldest = () => {
    const [oldest] = known;
    if (!oldest) return;
    const [token, entry] = oldest;
    known.delete(token);
    if (bySignIn.get(entry.claims.jti) === entry) bySignIn.delete(entry.claims.jti);
  };
  const entryOf = (token: string): Known | null => {
    const entry = known.get(token);
    if (entry) return entry;
    const claims = tokens.read(token);
    if (!claims) return null;
    const made: Known = { claims, identity: null, others: -1, own: -1, seenAt: 0 };
    known.set(token, made);
    bySignIn.set(claims.jti, made);
    if (known.size > MOST_TOKENS) forgetOldest();
    return made;
  };
  return {
    identityOf(token) {
      const entry = entryOf(token);
      if (!entry) return null;
      const others = othersNow();
      const own = ownChanges.get() ?? 0;
      if (entry.others !== others || entry.own !== own)
        Object.assign(entry, { identity: identityNow(db, entry.claims), others, own });
      entry.seenAt = clock.now();
      return entry.identity;
    },
    lastSeen: (signInId) => bySignIn.get(signInId)?.seenAt ?? null,
  };
}

/** What is remembered of a token, and the counts of writes it holds for. */
interface Known {
  claims: Claims;
  identity: Identity | null;
  others: number;
  own: number;
  seenAt: number;
}

/**
 * Reads a value once in each turn of the event loop. Asking SQLite whether another process has committed takes a lock in
 * the file system, and the requests of one turn arrived together anyway.
 */
function oncePerTurn<T>(read: () => T): () => T {
  let held: { value: T } | null = null;
  const forget = () => {
    held = null;
  };
  return () => {
    if (!held) {
      held = { value: read() };
      setImmediate(forget);
    }
    return held.value;
  };
}

function identityNow(db: Db, { jti, sub, csrf }: Claims): Identity | null {
  const user = sessionUserOfSignIn(db, jti, sub);
  if (!user) return null;
  return { actor: { type: "user", id: user.id, permissions: user.permissions, signInId: jti }, user, csrf };
}
