import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Clock } from "../common/node/clock.ts";
import { openPasswords } from "../common/node/passwords.ts";
import { openQueue } from "../common/node/queue.ts";
import { openSlowDown } from "../common/node/slow-down.ts";
import type { ReviewerLogin } from "./context.ts";

export interface Credentials {
  name: string;
  password: string;
}

/** The one sign-in of the reviewers. */
export interface Reviewer {
  /** Whether these are the reviewer's; throws `rate_limited` after failures of the same source. */
  admits(given: Credentials, source: string): Promise<boolean>;
}

/**
 * A browser sends the password with every request, and bcrypt takes a sixth of a second. So it runs once: what it let
 * through is remembered as a digest under a key of this process, and later requests are compared with that.
 */
export function openReviewer(login: ReviewerLogin, clock: Clock): Reviewer {
  const key = randomBytes(32);
  const passwords = openPasswords();
  const hashing = openQueue({ atOnce: 2, waiting: 40, perSource: 20 });
  const slowDown = openSlowDown(clock);
  let known: Buffer | null = null;

  const digestOf = (text: string) => createHmac("sha256", key).update(text).digest();
  const isSame = (a: string, b: string) => timingSafeEqual(digestOf(a), digestOf(b));
  const isKnown = (digest: Buffer) => known !== null && timingSafeEqual(known, digest);

  const check = async ({ name, password }: Credentials, digest: Buffer, source: string) => {
    // Another request of the same page may have been let through while this one waited.
    if (isKnown(digest)) return true;
    slowDown.assertMayTry(source);
    // There is one password: once it is known, another one is wrong.
    const right = known === null && (await passwords.matches(password, isSame(name, login.name) ? login.hash : null));
    if (!right) {
      slowDown.failed(source);
      return false;
    }
    known = digest;
    slowDown.succeeded(source);
    return true;
  };

  return {
    async admits(given, source) {
      const digest = digestOf(JSON.stringify([given.name, given.password.normalize("NFKC")]));
      if (isKnown(digest)) return true;
      return hashing.run({ key: source, source }, () => check(given, digest, source));
    },
  };
}
