import { hash as digest, type KeyObject, sign, verify } from "node:crypto";
import type { LedgerEvent } from "../../common/events.ts";
import { EVENT_DOMAIN as EVENT_DOMAIN_TEXT } from "../../common/record.ts";
import type { LedgerKeys } from "./keys.ts";

export { canonical } from "../../common/canonical.ts";

/** An event as its row: `actor` and `data` are canonical JSON, hashes and signature are bytes. */
export interface EventRow {
  seq: number;
  id: string;
  kind: string;
  at: string;
  actor: string;
  lane: string | null;
  data: string;
  prev: Buffer;
  hash: Buffer;
  key_id: string;
  sig: Buffer;
}

/** The 32 bytes before the first event. */
export const NOTHING_BEFORE = Buffer.alloc(32);

const EVENT_DOMAIN = Buffer.from(EVENT_DOMAIN_TEXT);
const CHECKPOINT_DOMAIN = Buffer.from("parking-booth/checkpoint/v1\0");

type Unsealed = Pick<EventRow, "seq" | "id" | "kind" | "at" | "actor" | "lane" | "data" | "prev">;

/**
 * The RFC 8785 form of a record. The members stand in canonical order and `actor` and `data` are canonical already, so
 * the text is put together rather than serialised again.
 */
export function recordText(row: Omit<Unsealed, "prev">, prevHex: string): string {
  const lane = row.lane === null ? "null" : JSON.stringify(row.lane);
  const head = `{"actor":${row.actor},"at":"${row.at}","data":${row.data},"id":"${row.id}","kind":"${row.kind}"`;
  return `${head},"lane":${lane},"prev":"${prevHex}","seq":${row.seq}}`;
}

/** SHA-256 over the RFC 8785 form of the record. */
export function hashRecord(row: Unsealed): Buffer {
  return digest("sha256", recordText(row, row.prev.toString("hex")), "buffer");
}

/** Ed25519 (RFC 8032) over a domain name and the hash, so that no signature can stand for anything else. */
export function signHash(key: KeyObject, hash: Buffer): Buffer {
  return sign(null, Buffer.concat([EVENT_DOMAIN, hash]), key);
}

export function verifyHash(key: KeyObject, hash: Buffer, sig: Buffer): boolean {
  return sig.length === 64 && verify(null, Buffer.concat([EVENT_DOMAIN, hash]), key, sig);
}

/** Hashes and signs an event onto the hash before it. */
export function seal(keys: LedgerKeys, row: Unsealed): EventRow {
  const hash = hashRecord(row);
  return { ...row, hash, key_id: keys.keyId, sig: signHash(keys.privateKey, hash) };
}

export function signCheckpoint(key: KeyObject, text: string): string {
  return sign(null, Buffer.concat([CHECKPOINT_DOMAIN, Buffer.from(text)]), key).toString("base64url");
}

export function verifyCheckpoint(key: KeyObject, text: string, sig: string): boolean {
  const bytes = Buffer.from(sig, "base64url");
  return bytes.length === 64 && verify(null, Buffer.concat([CHECKPOINT_DOMAIN, Buffer.from(text)]), key, bytes);
}

/** The event that a row holds, as the API shows it. */
export function eventOf(row: EventRow): LedgerEvent {
  return {
    seq: row.seq,
    id: row.id,
    kind: row.kind as LedgerEvent["kind"],
    at: row.at,
    actor: JSON.parse(row.actor) as LedgerEvent["actor"],
    lane: row.lane,
    data: JSON.parse(row.data) as LedgerEvent["data"],
    prev: row.prev.toString("hex"),
    hash: row.hash.toString("hex"),
    keyId: row.key_id,
    sig: row.sig.toString("base64url"),
  };
}
