import type { SeenEvent } from "../../../../common/api/events.ts";
import type { LedgerEvent } from "../../../../common/events.ts";
import { EVENT_DOMAIN, recordOf } from "../../../../common/record.ts";
import { get } from "../../../api.ts";

export type Check = "ok" | "bad" | "unknown";

/** What this browser found out about an entry by itself, and why it could not where it could not. */
export interface Proof {
  hash: Check;
  link: Check | "first";
  signature: Check;
  trouble: "insecure" | "browser" | "hidden" | null;
}

const NOTHING_BEFORE = "0".repeat(64);
const encode = (text: string) => new TextEncoder().encode(text);

/** Computes the hash of an entry anew, compares it with the entry before, and checks the signature on it. */
export async function prove(event: SeenEvent, before: LedgerEvent | null): Promise<Proof> {
  const link = linkOf(event, before);
  // Browsers keep their cryptography to themselves where a page came over plain http.
  const subtle: SubtleCrypto | undefined = crypto.subtle;
  if (subtle === undefined) return { hash: "unknown", link, signature: "unknown", trouble: "insecure" };
  const signature = await signatureOf(subtle, event);
  if (event.partial) return { hash: "unknown", link, signature, trouble: "hidden" };
  const digest = new Uint8Array(await subtle.digest("SHA-256", encode(recordOf(event))));
  const hash = hex(digest) === event.hash ? "ok" : "bad";
  return { hash, link, signature, trouble: signature === "unknown" ? "browser" : null };
}

function linkOf(event: LedgerEvent, before: LedgerEvent | null): Proof["link"] {
  if (event.seq === 1) return event.prev === NOTHING_BEFORE ? "first" : "bad";
  if (before === null) return "unknown";
  return event.prev === before.hash ? "ok" : "bad";
}

/** Ed25519 (RFC 8032) with the key that the ledger's first entry names; not every browser has it. */
async function signatureOf(subtle: SubtleCrypto, event: LedgerEvent): Promise<Check> {
  const raw = bytesOf(await publicKey());
  const keyId = hex(new Uint8Array(await subtle.digest("SHA-256", raw)).slice(0, 8));
  const key = await subtle.importKey("raw", raw, "Ed25519", false, ["verify"]).catch(() => null);
  if (key === null) return "unknown";
  const signed = new Uint8Array([...encode(EVENT_DOMAIN), ...unhex(event.hash)]);
  const genuine = await subtle.verify("Ed25519", key, bytesOf(event.sig), signed);
  return genuine && keyId === event.keyId ? "ok" : "bad";
}

async function publicKey(): Promise<string> {
  const { data } = await get<LedgerEvent<"genesis">>("/api/events/1");
  return data.publicKey;
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function unhex(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** Bytes of base64url (RFC 4648). */
function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
}
