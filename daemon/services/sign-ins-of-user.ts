import type { SignIn } from "../../common/api/auth.ts";
import type { Page } from "../../common/api/parts.ts";
import { refuse } from "../../common/errors.ts";
import { instant } from "../../common/node/clock.ts";
import { type Db, sql } from "../../common/node/db.ts";
import type { Actor, Needs } from "../context.ts";
import { assertWithin, permissionsNow, permissionsOfRole } from "./rights.ts";
import { type AccessTransaction, endSignIn, endSignIns, recordComingAndGoing } from "./sign-ins.ts";
import { userById } from "./user-rows.ts";

type AccessNeeds = Needs<"db" | "ledger" | "clock" | "bus" | "log">;

interface SignInRow {
  jti: string;
  source: string;
  agent: string | null;
  started_at: string;
}

/** Who looks: the sign-in that asks, if any, and what the process remembers of when each was used. */
export interface Onlooker {
  current?: string | undefined;
  lastSeen?: (signInId: string) => number | null;
}

/** The sign-ins of a user that have not ended, newest first: all of them. */
export function listSignIns({ db }: Needs<"db">, userId: string, onlooker: Onlooker = {}): Page<SignIn> {
  const text = `SELECT jti, source, agent, started_at FROM sign_ins WHERE user_id = ? AND ended_at IS NULL
    ORDER BY started_at DESC, rowid DESC`;
  const items = sql<SignInRow>(db, text)
    .all(userId)
    .map(({ jti: id, source, agent, started_at: startedAt }): SignIn => {
      const seenAt = onlooker.lastSeen?.(id) ?? null;
      const lastSeenAt = seenAt === null ? null : instant(seenAt);
      return { id, source, agent, startedAt, lastSeenAt, current: id === onlooker.current };
    });
  return { items, next: null };
}

/** Ends one sign-in of a user whom the actor may change; done already is done. Throws `not_found`, `escalation`. */
export async function endSignInOfUser(booth: AccessNeeds, actor: Actor, userId: string, id: string): Promise<void> {
  await endAs(booth, actor, (tx) => {
    assertMayChange(tx.db, actor, userId);
    endKnown(tx, actor, userId, id);
  });
}

/** Ends all sign-ins of a user whom the actor may change, but for the one through which the actor asks. */
export async function endSignInsOfUser(booth: AccessNeeds, actor: Actor, userId: string): Promise<void> {
  await endAs(booth, actor, (tx) => {
    assertMayChange(tx.db, actor, userId);
    endSignIns(tx, userId, "ended", actor.signInId);
  });
}

/** Ends one of the actor's own sign-ins; done already is done. Throws `not_found`. */
export async function endOwnSignIn(booth: AccessNeeds, actor: Actor, id: string): Promise<void> {
  await endAs(booth, actor, (tx) => endKnown(tx, actor, actor.id, id));
}

/** A sign-in must be endable also while the ledger is broken: it may be a stranger's. */
async function endAs(booth: AccessNeeds, actor: Actor, work: (tx: AccessTransaction) => void): Promise<void> {
  await recordComingAndGoing(booth, actor, work);
  booth.bus.announce("accessChanged", null);
}

function endKnown(tx: AccessTransaction, actor: Actor, userId: string, id: string): void {
  const known = sql(tx.db, "SELECT 1 FROM sign_ins WHERE jti = ? AND user_id = ?").get(id, userId);
  if (!known) refuse("not_found", "this user has no such sign-in");
  endSignIn(tx, userId, id, id === actor.signInId ? "asked" : "ended");
}

function assertMayChange(db: Db, actor: Actor, userId: string): void {
  const held = permissionsNow(db, actor, "user:update");
  assertWithin(held, permissionsOfRole(db, userById(db, userId).roleId), "this user's role");
}
