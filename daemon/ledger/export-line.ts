import { randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { canonical } from "../../common/canonical.ts";
import { type EventRow, NOTHING_BEFORE } from "./seal.ts";

/** A row as a line says it is: null wherever the line does not have the form of an event. */
export type StoredRow = { seq: number } & { [K in Exclude<keyof EventRow, "seq">]: EventRow[K] | null };

const MEMBERS = ["seq", "id", "kind", "at", "actor", "lane", "data", "prev", "hash", "keyId", "sig"];

/** What stands for a line that is no event. No such row passes for a record. */
const malformed = (seq: number): StoredRow => ({
  seq,
  id: null,
  kind: null,
  at: null,
  actor: null,
  lane: null,
  data: null,
  prev: null,
  hash: null,
  key_id: null,
  sig: null,
});

/** Reads a line of an export. What is no event gets the number it would have, and is found by the verification. */
export function parseLine(line: string, expected: number): StoredRow {
  try {
    const event = JSON.parse(line) as Record<string, unknown>;
    const seq = Number.isSafeInteger(event.seq) ? Number(event.seq) : expected;
    // Only one text has this meaning: no member twice, none besides, nothing for another reader to see instead.
    const isPlain = Object.keys(event).join() === MEMBERS.join() && JSON.stringify(event) === line;
    return isPlain && seq === event.seq ? rowOf(event, seq) : malformed(seq);
  } catch {
    return malformed(expected);
  }
}

function rowOf(event: Record<string, unknown>, seq: number): StoredRow {
  const text = (value: unknown) => (typeof value === "string" ? value : null);
  return {
    seq,
    id: text(event.id),
    kind: text(event.kind),
    at: text(event.at),
    actor: canonical(event.actor),
    lane: event.lane === null ? null : String(event.lane),
    data: canonical(event.data),
    prev: Buffer.from(String(event.prev), "hex"),
    hash: Buffer.from(String(event.hash), "hex"),
    key_id: text(event.keyId),
    sig: Buffer.from(String(event.sig), "base64url"),
  };
}

/** The row before a stretch: nothing is known of it but the hash that the first one is linked to. */
export function stubBefore({ seq, hash }: { seq: number; hash: string }): StoredRow {
  return {
    seq,
    id: "before",
    kind: "before",
    at: "0000-01-01T00:00:00.000Z",
    actor: '{"id":"","type":"system"}',
    lane: null,
    data: "{}",
    prev: NOTHING_BEFORE,
    hash: Buffer.from(hash, "hex"),
    key_id: "",
    // Like no other: what carries the same signature would be taken for a copy of it.
    sig: randomBytes(64),
  };
}

/** The lines of a file of any length, one after another, without what ends them. */
export async function* readLines(path: string): AsyncGenerator<string, void> {
  let rest = "";
  for await (const chunk of createReadStream(path, "utf8")) {
    const lines = (rest + String(chunk)).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) yield line.replace(/\r$/, "");
  }
  if (rest !== "") yield rest;
}
