import { createHash, randomBytes } from "node:crypto";
import type { Asked, Reply } from "./http-device.ts";

/** How a simulated device wants to be signed in at. `digest-legacy` sends no qop, as devices did before RFC 2617. */
export type SignInWay = "none" | "basic" | "digest-md5" | "digest-sha256" | "digest-both" | "digest-legacy";

export interface DoorkeeperSettings {
  user: string;
  password: string;
  signIn: SignInWay;
}

/** Lets requests in or sends them away with a challenge. */
export interface Doorkeeper {
  /** Null for a request that may come in. */
  stop(asked: Asked): Reply | null;
  /** Takes the nonces that were given out back: the next request with one is told that it is stale. */
  expire(): void;
}

const REALM = 'gate "north"';
const ALGORITHMS: Readonly<Record<SignInWay, readonly string[]>> = {
  none: [],
  basic: [],
  "digest-md5": ["MD5"],
  "digest-sha256": ["SHA-256"],
  "digest-both": ["MD5", "SHA-256"],
  "digest-legacy": [""],
};

/** Name and value of each part of a Digest authorization. */
function partsOf(header: string): Record<string, string> {
  const parts: Record<string, string> = {};
  for (const [, name = "", inQuotes, bare] of header.matchAll(/(\w+)=(?:"((?:\\.|[^"\\])*)"|([^\s,]+))/g))
    parts[name] = bare ?? (inQuotes ?? "").replace(/\\(["\\])/g, "$1");
  return parts;
}

/** A device's side of RFC 7617 and RFC 7616, strict: a nonce counter that does not grow is refused. */
export function openDoorkeeper({ user, password, signIn }: DoorkeeperSettings): Doorkeeper {
  const algorithms = ALGORITHMS[signIn];
  let counters = new Map<string, number>();

  const challenge = (stale: boolean): Reply => {
    const realm = REALM.replaceAll('"', '\\"');
    const nonce = randomBytes(12).toString("base64");
    if (algorithms.length > 0) counters.set(nonce, 0);
    const named = algorithms.map((algorithm) =>
      algorithm === ""
        ? `Digest realm="${realm}", nonce="${nonce}"`
        : `Digest realm="${realm}", qop="auth, auth-int", algorithm=${algorithm}, nonce="${nonce}", opaque="a,b=c"${stale ? ", stale=true" : ""}`,
    );
    const offers = signIn === "basic" ? [`Basic realm="${realm}", charset="UTF-8"`] : named;
    return { status: 401, headers: { "www-authenticate": offers, "content-type": "text/html" }, body: "<h1>401</h1>" };
  };
  const isRight = (asked: Asked, given: Record<string, string>): boolean => {
    const hash = (text: string) =>
      createHash(given.algorithm === "SHA-256" ? "sha256" : "md5")
        .update(text)
        .digest("hex");
    const ha1 = hash([user, REALM, password].join(":"));
    const ha2 = hash([asked.method, given.uri].join(":"));
    const middle = signIn === "digest-legacy" ? [given.nonce] : [given.nonce, given.nc, given.cnonce, "auth"];
    const count = Number.parseInt(given.nc ?? "", 16);
    if (signIn !== "digest-legacy") {
      if (!(count > (counters.get(given.nonce ?? "") ?? 0))) return false;
      counters.set(given.nonce ?? "", count);
    }
    return (
      given.uri === asked.target && given.username === user && given.response === hash([ha1, ...middle, ha2].join(":"))
    );
  };
  return {
    stop(asked) {
      if (signIn === "none") return null;
      const header = asked.headers.authorization ?? "";
      if (signIn === "basic") {
        const expected = `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
        return header === expected ? null : challenge(false);
      }
      if (!header.startsWith("Digest ")) return challenge(false);
      const given = partsOf(header);
      if (!counters.has(given.nonce ?? "")) return challenge(true);
      return isRight(asked, given) ? null : challenge(false);
    },
    expire() {
      counters = new Map();
    },
  };
}
