/** A fresh key, and what of it may be told. */
export interface MadeKey {
  value: string;
  public?: Record<string, string>;
}

/** What each kind of key is made of. */
const MAKERS = {
  async signing() {
    const { randomBytes } = await import("node:crypto");
    const { openLedgerKeys } = await import("../../daemon/ledger/keys.ts");
    const seed = randomBytes(32);
    const { keyId, publicKeyText } = openLedgerKeys(seed);
    return { value: seed.toString("base64url"), public: { keyId, publicKey: publicKeyText } };
  },
  async session() {
    const { randomBytes } = await import("node:crypto");
    return { value: randomBytes(48).toString("base64url") };
  },
  async backup() {
    const { generateX25519Identity, identityToRecipient } = await import("age-encryption");
    const value = await generateX25519Identity();
    return { value, public: { recipient: await identityToRecipient(value) } };
  },
} satisfies Record<string, () => Promise<MadeKey>>;

export type KeyPurpose = keyof typeof MAKERS;
export const KEY_PURPOSES = Object.keys(MAKERS);

/** Makes one fresh key; it is stored nowhere. */
export function makeKey(purpose: KeyPurpose): Promise<MadeKey> {
  return MAKERS[purpose]();
}
