import { createHash } from "node:crypto";
import type { Challenge } from "./challenges.ts";

/**
 * The hashes we answer with, the strongest first. SHA-512-256 is left out: the example in RFC 7616 §3.9.2 is not what
 * FIPS 180 calls by that name, so two devices can mean two things by it.
 */
const HASHES = [
  ["SHA-256", "sha256"],
  ["MD5", "md5"],
] as const;

/** A Digest challenge that we can answer. */
export interface DigestChallenge {
  readonly realm: string;
  readonly nonce: string;
  readonly opaque: string | undefined;
  /** As the device wrote it; undefined means MD5 and is not sent back. */
  readonly algorithm: string | undefined;
  readonly hash: (typeof HASHES)[number][1];
  /** Whether the session key is hashed once more with both nonces (`-sess`). */
  readonly isSession: boolean;
  /** False for a device of RFC 2069 times, which knows neither counter nor client nonce. */
  readonly hasQop: boolean;
  readonly hidesUser: boolean;
  readonly isStale: boolean;
}

/** Understands a challenge; null for another scheme, an unknown hash, or a protection other than `auth`. */
export function readDigest({ scheme, params }: Challenge): DigestChallenge | null {
  const [realm, nonce, qop] = ["realm", "nonce", "qop"].map((name) => params.get(name));
  const algorithm = params.get("algorithm");
  const plain = (algorithm ?? "MD5").toUpperCase().replace(/-SESS$/, "");
  const hash = HASHES.find(([name]) => name === plain)?.[1];
  if (scheme !== "digest" || realm === undefined || nonce === undefined || hash === undefined) return null;
  if (
    qop !== undefined &&
    !qop
      .toLowerCase()
      .split(/[\s,]+/)
      .includes("auth")
  )
    return null;
  return {
    realm,
    nonce,
    opaque: params.get("opaque"),
    algorithm,
    hash,
    isSession: /-sess$/i.test(algorithm ?? ""),
    hasQop: qop !== undefined,
    hidesUser: params.get("userhash")?.toLowerCase() === "true",
    isStale: params.get("stale")?.toLowerCase() === "true",
  };
}

/** The strongest challenge we can answer, or null; the first of equally strong ones. */
export function strongestDigest(challenges: readonly Challenge[]): DigestChallenge | null {
  const known = challenges.flatMap((challenge) => readDigest(challenge) ?? []);
  return HASHES.map(([, hash]) => known.find((each) => each.hash === hash)).find((each) => each !== undefined) ?? null;
}

/** What is signed: the request as it is sent, and who sends it. */
export interface DigestInput {
  user: string;
  password: string;
  method: string;
  /** Path and query exactly as in the request line. */
  uri: string;
  cnonce: string;
  /** How many requests were signed with this nonce, this one included. */
  count: number;
}

const quoted = (value: string): string => `"${value.replace(/[\\"]/g, "\\$&")}"`;

/** The `Authorization` header for a request (RFC 7616 §3.4; without `qop` RFC 2617 §3.2.2.1). */
export function digestHeader(challenge: DigestChallenge, input: DigestInput): string {
  const { realm, nonce, opaque, algorithm, hash, isSession, hasQop, hidesUser } = challenge;
  const { user, password, method, uri, cnonce } = input;
  const h = (text: string): string => createHash(hash).update(text, "utf8").digest("hex");
  const nc = input.count.toString(16).padStart(8, "0");
  const secret = h(`${user}:${realm}:${password}`);
  const key = isSession ? h(`${secret}:${nonce}:${cnonce}`) : secret;
  const signed = hasQop ? `${nonce}:${nc}:${cnonce}:auth` : nonce;
  const parts: [name: string, value: string | undefined][] = [
    ["username", quoted(hidesUser ? h(`${user}:${realm}`) : user)],
    ["realm", quoted(realm)],
    ["uri", quoted(uri)],
    ["algorithm", algorithm],
    ["nonce", quoted(nonce)],
    ["nc", hasQop ? nc : undefined],
    ["cnonce", hasQop || isSession ? quoted(cnonce) : undefined],
    ["qop", hasQop ? "auth" : undefined],
    ["response", quoted(h(`${key}:${signed}:${h(`${method}:${uri}`)}`))],
    ["opaque", opaque === undefined ? undefined : quoted(opaque)],
    ["userhash", hidesUser ? "true" : undefined],
  ];
  return `Digest ${parts.flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`])).join(", ")}`;
}
