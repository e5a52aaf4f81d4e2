import { randomBytes } from "node:crypto";
import { parseChallenges } from "./challenges.ts";
import { type DigestChallenge, digestHeader, strongestDigest } from "./digest.ts";

/** Who the booth is to a device, and how it may say so. */
export interface SignInSettings {
  user: string | undefined;
  password: string | undefined;
  /** `auto` answers Digest where it is offered and Basic where nothing better is; `basic` is sent without being asked. */
  signIn: "auto" | "digest" | "basic";
}

/** Signs requests to one device. */
export interface SignIn {
  /** The `Authorization` header of the next request, or null while the device has not asked for one. */
  header(method: string, uri: string): string | null;
  /** Takes on what a 401 asks for. True when the request is worth sending again, which it is once. */
  learn(challenges: readonly string[]): boolean;
  /** Begins anew after a 401 that stands, and says why it does, for a technician; never the password. */
  giveUp(challenges: readonly string[]): string;
}

/** A sign-in that has not been asked for yet; `makeNonce` is for tests. */
export function openSignIn(
  { user, password = "", signIn }: SignInSettings,
  makeNonce: () => string = () => randomBytes(12).toString("hex"),
): SignIn {
  let digest: DigestChallenge | null = null;
  let count = 0;
  let knowsDigest = false;
  let sendsBasic = user !== undefined && signIn === "basic";
  const basic = `Basic ${Buffer.from(`${user}:${password}`, "utf8").toString("base64")}`;

  return {
    header(method, uri) {
      if (user === undefined) return null;
      if (!digest) return sendsBasic ? basic : null;
      count += 1;
      return digestHeader(digest, { user, password, method, uri, cnonce: makeNonce(), count });
    },
    learn(headers) {
      if (user === undefined || signIn === "basic") return false;
      const challenges = parseChallenges(headers);
      const offered = strongestDigest(challenges);
      if (offered) {
        // A nonce that was used before may have run out, whether or not the device says so.
        const isWorthIt = digest === null || count > 1 || offered.isStale;
        digest = offered;
        knowsDigest = true;
        count = 0;
        return isWorthIt;
      }
      // A device that once took Digest is not given the password in clear.
      const asksBasic = challenges.some(({ scheme }) => scheme === "basic");
      if (signIn !== "auto" || knowsDigest || sendsBasic || !asksBasic) return false;
      sendsBasic = true;
      return true;
    },
    giveUp(headers) {
      if (user === undefined) return "the device asks for a user name and a password";
      const offered = parseChallenges(headers).map(({ scheme, params }) => [scheme, params.get("algorithm")]);
      const wasTried = digest !== null || sendsBasic || offered.length === 0;
      digest = null;
      if (wasTried) return "the device refuses the user name or the password";
      const names = offered.map((each) => each.join(" ").trim().slice(0, 40)).join(", ");
      return `the device asks for a sign-in that is not allowed or not known here: ${names}`;
    },
  };
}
