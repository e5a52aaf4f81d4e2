import { createHash, createHmac, createPrivateKey, createPublicKey, hkdfSync, type KeyObject } from "node:crypto";

/** An Ed25519 seed as PKCS #8 (RFC 8410): this prefix, then the 32 bytes. */
const PKCS8_PREFIX = Buffer.from("302e020100300506032b657004220420", "hex");
const SPKI_PREFIX = Buffer.from("302a300506032b6570032100", "hex");

/** What the 32-byte seed of `EVENT_SIGNING_KEY` yields. */
export interface LedgerKeys {
  readonly keyId: string;
  readonly publicKey: KeyObject;
  /** The 32 raw bytes in base64url: what an auditor needs, and all of it. */
  readonly publicKeyText: string;
  readonly privateKey: KeyObject;
  /** A keyed hash under a key of its own for each purpose. */
  mac(purpose: "plate" | "ticket" | "operator" | "credential" | "holder", text: string): Buffer;
}

/** Names a public key: the first 8 bytes of its SHA-256, in hex. */
export function keyIdOf(rawPublicKey: Buffer): string {
  return createHash("sha256").update(rawPublicKey).digest("hex").slice(0, 16);
}

/** A public key from its 32 raw bytes in base64url. */
export function publicKeyFrom(text: string): KeyObject {
  return createPublicKey({
    key: Buffer.concat([SPKI_PREFIX, Buffer.from(text, "base64url")]),
    format: "der",
    type: "spki",
  });
}

/** Derives all keys of the ledger from its seed. Throws if the seed is not 32 bytes. */
export function openLedgerKeys(seed: Buffer): LedgerKeys {
  if (seed.length !== 32) throw new Error("a signing seed has 32 bytes");
  const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, seed]), format: "der", type: "pkcs8" });
  const publicKey = createPublicKey(privateKey);
  const raw = publicKey.export({ format: "der", type: "spki" }).subarray(SPKI_PREFIX.length);
  const purposes = new Map<string, Buffer>();
  const keyFor = (purpose: string): Buffer => {
    const known = purposes.get(purpose) ?? Buffer.from(hkdfSync("sha256", seed, "parking-booth", `mac/${purpose}`, 32));
    purposes.set(purpose, known);
    return known;
  };
  return {
    keyId: keyIdOf(raw),
    publicKey,
    publicKeyText: raw.toString("base64url"),
    privateKey,
    mac: (purpose, text) => createHmac("sha256", keyFor(purpose)).update(text).digest(),
  };
}

/** The plate as the ledger holds it: a keyed hash of 16 bytes, worth nothing without the booth's key. */
export function plateRefOf(keys: LedgerKeys, plate: string): string {
  return keys.mac("plate", plate).subarray(0, 16).toString("base64url");
}

/** A subscriber's card, tag or code as the ledger holds it. */
export function credentialRefOf(keys: LedgerKeys, credential: string): string {
  return keys.mac("credential", credential).subarray(0, 16).toString("base64url");
}

/** A person as the review collector may know them: it can tell them apart, and not who they are. */
export function operatorHashOf(keys: LedgerKeys, userId: string): string {
  return keys.mac("operator", userId).subarray(0, 16).toString("base64url");
}

/** The name of a subscription's holder as the ledger holds it. */
export function holderRefOf(keys: LedgerKeys, holder: string): string {
  return keys.mac("holder", holder).subarray(0, 16).toString("base64url");
}
