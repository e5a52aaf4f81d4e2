import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { refuse } from "../common/errors.ts";
import { instant } from "../common/node/clock.ts";
import { sql } from "../common/node/db.ts";
import type { Needs } from "./context.ts";

/** A booth that may send packages, and how many it has sent. */
export interface KnownBooth {
  id: string;
  addedAt: string;
  rotatedAt: string | null;
  items: number;
}

/** A booth and its token, which is shown once and kept nowhere. */
export interface BoothToken {
  booth: string;
  token: string;
}

/** The token is 32 random bytes, so that a plain hash of it cannot be guessed either. */
const hashOf = (token: string): Buffer => createHash("sha256").update(token).digest();
const newToken = (): string => randomBytes(32).toString("base64url");

/** Lets a booth send. Refuses with `name_taken` one that may already: its token would be lost. */
export function addBooth({ db, clock }: Needs<"db" | "clock">, id: string): BoothToken {
  const token = newToken();
  const { changes } = sql(
    db,
    "INSERT INTO booths (id, token_hash, added_at) VALUES (?, ?, ?) ON CONFLICT (id) DO NOTHING",
  ).run(id, hashOf(token), instant(clock.now()));
  if (changes === 0) refuse("name_taken", `there is a booth ${id} already`);
  return { booth: id, token };
}

/** Gives a booth a new token; the old one is worth nothing from now on. Refuses with `not_found`. */
export function rotateToken({ db, clock }: Needs<"db" | "clock">, id: string): BoothToken {
  const token = newToken();
  const { changes } = sql(db, "UPDATE booths SET token_hash = ?, rotated_at = ? WHERE id = ?").run(
    hashOf(token),
    instant(clock.now()),
    id,
  );
  if (changes === 0) refuse("not_found", `there is no booth ${id}`);
  return { booth: id, token };
}

/** Lets a booth send no more; its items stay. Answers whether there was one. */
export function removeBooth({ db }: Needs<"db">, id: string): boolean {
  return sql(db, "DELETE FROM booths WHERE id = ?").run(id).changes > 0;
}

/** The booths that may send, by id. */
export function listBooths({ db }: Needs<"db">): KnownBooth[] {
  return sql<KnownBooth>(
    db,
    `SELECT id, added_at AS addedAt, rotated_at AS rotatedAt,
            (SELECT count(*) FROM items WHERE booth_id = booths.id) AS items
       FROM booths ORDER BY id`,
  ).all();
}

/** The booth that a token is of, or null. Every stored hash is compared, whole, whichever it is. */
export function boothOfToken({ db }: Needs<"db">, token: string): string | null {
  const given = hashOf(token);
  let found: string | null = null;
  for (const { id, hash } of sql<{ id: string; hash: Buffer }>(db, "SELECT id, token_hash AS hash FROM booths").all())
    if (timingSafeEqual(given, hash)) found = id;
  return found;
}
