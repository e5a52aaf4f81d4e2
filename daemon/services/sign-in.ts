import { randomBytes, randomUUID } from "node:crypto";
import type { SessionUser } from "../../common/api/auth.ts";
import { refuse } from "../../common/errors.ts";
import { type Db, sql } from "../../common/node/db.ts";
import type { Language } from "../../common/words.ts";
import type { Needs } from "../context.ts";
import type { Door, Identity } from "./door.ts";
import { sessionUserOf } from "./rights.ts";
import { endSignIn, endSignIns, recordComingAndGoing } from "./sign-ins.ts";
import { userById } from "./user-rows.ts";

type AccessNeeds = Needs<"db" | "ledger" | "clock" | "bus" | "log">;

interface Credential {
  id: string;
  role_id: string;
  password_hash: string;
  disabled: number;
}

const CREDENTIAL = "SELECT id, role_id, password_hash, disabled FROM users";
const WRONG = "the user name or the password is wrong";

function credentialOf(db: Db, username: string): Credential | null {
  return sql<Credential>(db, `${CREDENTIAL} WHERE username = ?`).get(username) ?? null;
}

/** Refuses when the user is not what the password was checked against, for instance disabled while bcrypt ran. */
function assertStillValid(db: Db, checked: Credential): void {
  const now = sql<Credential>(db, `${CREDENTIAL} WHERE id = ?`).get(checked.id);
  if (!now || now.disabled || now.password_hash !== checked.password_hash) refuse("bad_credentials", WRONG);
}

/**
 * Signs a person in: the token for the cookie, and the CSRF value for the readable one. An unknown name, a disabled user
 * and a wrong password are told apart neither by the answer nor by its time.
 */
export async function signIn(
  booth: AccessNeeds,
  door: Door,
  attempt: { username: string; password: string; source: string; agent: string | null },
): Promise<{ user: SessionUser; token: string; csrf: string }> {
  const { source, password } = attempt;
  const found = credentialOf(booth.db, attempt.username);
  const account = found?.id ?? `nobody ${attempt.username.toLowerCase()}`;
  const hash = found && !found.disabled ? found.password_hash : null;
  await door.checkPassword({ account, userId: found?.id ?? null, source, password, hash });
  if (!found) refuse("bad_credentials", WRONG);
  const jti = randomUUID();
  const csrf = randomBytes(32).toString("base64url");
  // In the same turn, so that what failed before is recorded in the same commit, and before.
  const recorded = door.failures.recordBefore({ account, source });
  const user = await recordComingAndGoing(booth, { type: "user", id: found.id }, ({ db, at, append }) => {
    assertStillValid(db, found);
    const text = "INSERT INTO sign_ins (jti, user_id, source, agent, started_at) VALUES (?, ?, ?, ?, ?)";
    sql(db, text).run(jti, found.id, source, attempt.agent, at);
    append("sign_in", { userId: found.id, signInId: jti, source });
    return sessionUserOf(db, found.id) ?? refuse("bad_credentials", WRONG);
  });
  await recorded;
  booth.bus.announce("accessChanged", null);
  return { user, token: door.tokens.sign({ sub: user.id, jti, roleId: user.roleId, csrf }), csrf };
}

/** Ends the sign-in that asks; a copy of its token is worth nothing from then on. */
export async function signOut(booth: AccessNeeds, { actor }: Identity): Promise<void> {
  await recordComingAndGoing(booth, actor, (tx) => endSignIn(tx, actor.id, actor.signInId, "asked"));
  booth.bus.announce("accessChanged", null);
}

/** Checks the password of the person who is signed in, slowed down like a sign-in. Throws `bad_credentials`. */
export async function unlock(
  booth: Needs<"db">,
  door: Door,
  { user }: Identity,
  attempt: { password: string; source: string },
): Promise<void> {
  await checkOwnPassword(booth, door, user, attempt);
}

async function checkOwnPassword(
  booth: Needs<"db">,
  door: Door,
  user: SessionUser,
  attempt: { password: string; source: string },
): Promise<Credential> {
  const credential = credentialOf(booth.db, user.username) ?? refuse("unauthenticated", "please sign in");
  const { id, password_hash: hash } = credential;
  await door.checkPassword({ account: id, userId: id, hash, ...attempt });
  return credential;
}

/** Changes the actor's own language. */
export async function changeLanguage(
  booth: AccessNeeds,
  { actor }: Identity,
  language: Language,
): Promise<SessionUser> {
  const user = await booth.ledger.commit(actor, ({ db, append }) => {
    const before = userById(db, actor.id);
    sql(db, "UPDATE users SET language = ? WHERE id = ?").run(language, actor.id);
    const after = { ...before, language };
    if (before.language !== language) {
      append("user_change", { userId: actor.id, change: "updated", before: { ...before }, after });
    }
    return sessionUserOf(db, actor.id) ?? refuse("unauthenticated", "please sign in");
  });
  booth.bus.announce("accessChanged", null);
  return user;
}

/** Changes the actor's own password, of which the current one must be given, and ends the actor's other sign-ins. */
export async function changePassword(
  booth: AccessNeeds,
  door: Door,
  { actor, user }: Identity,
  change: { current: string; next: string; source: string },
): Promise<void> {
  const checked = await checkOwnPassword(booth, door, user, { password: change.current, source: change.source });
  const hash = await door.passwords.hash(change.next);
  await booth.ledger.commit(actor, (tx) => {
    assertStillValid(tx.db, checked);
    sql(tx.db, "UPDATE users SET password_hash = ? WHERE id = ?").run(hash, actor.id);
    tx.append("user_change", { userId: actor.id, change: "password" });
    endSignIns(tx, actor.id, "password", actor.signInId);
  });
  booth.bus.announce("accessChanged", null);
}
