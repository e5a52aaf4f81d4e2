import { readdir, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { sql } from "../../common/node/db.ts";
import type { Needs } from "../context.ts";
import { picturePath } from "./session-rows.ts";

export type PictureBooth = Needs<"db" | "ledger" | "config" | "log">;

/** How much the pictures of a booth may take up. */
export interface ShelfLimits {
  count: number;
  bytes: number;
}
const LIMITS: ShelfLimits = { count: 20_000, bytes: 2 * 1024 ** 3 };
/** When room is made, this much more of it is, so that not every picture has to look for some. */
const SPARE = 0.05;

/** What is known of the room pictures take up, so that keeping one does not count them all. */
export interface Shelf {
  added(bytes: number): void;
  isOverfull(): Promise<boolean>;
  /** Removes the oldest until there is room; those of cars inside only when nothing else is left. Answers how many. */
  trim(): Promise<number>;
}

interface Kept {
  name: string;
  bytes: number;
  at: number;
  isInside: boolean;
}

/** The pictures of a booth, held to a number and to bytes. */
export function openShelf(booth: PictureBooth, limits: ShelfLimits = LIMITS): Shelf {
  let known: ShelfLimits | null = null;
  let trimming: Promise<number> | null = null;
  const count = async (): Promise<ShelfLimits> => {
    const kept = await listKept(booth);
    return { count: kept.length, bytes: kept.reduce((sum, { bytes }) => sum + bytes, 0) };
  };
  const trim = async () => {
    const kept = (await listKept(booth)).sort((a, b) => Number(a.isInside) - Number(b.isInside) || a.at - b.at);
    const most = { count: limits.count * (1 - SPARE), bytes: limits.bytes * (1 - SPARE) };
    let left = { count: kept.length, bytes: kept.reduce((sum, { bytes }) => sum + bytes, 0) };
    let removed = 0;
    for (const { name, bytes } of kept) {
      if (left.count <= most.count && left.bytes <= most.bytes) break;
      await rm(picturePath(booth.config.dataDir, name), { force: true });
      left = { count: left.count - 1, bytes: left.bytes - bytes };
      removed += 1;
    }
    known = left;
    booth.log.info({ removed }, "the oldest pictures made room");
    return removed;
  };
  return {
    added(bytes) {
      if (known) known = { count: known.count + 1, bytes: known.bytes + bytes };
    },
    async isOverfull() {
      known ??= await count();
      return known.count > limits.count || known.bytes > limits.bytes;
    },
    trim() {
      trimming ??= trim().finally(() => {
        trimming = null;
      });
      return trimming;
    },
  };
}

async function listKept({ config, db }: PictureBooth): Promise<Kept[]> {
  const folder = dirname(picturePath(config.dataDir, "any"));
  const inside = new Set(
    sql<{ id: string }>(db, "SELECT id FROM sessions WHERE state IN ('open', 'paid')")
      .all()
      .map(({ id }) => id),
  );
  const kept: Kept[] = [];
  for (const file of await readdir(folder).catch(() => [])) {
    const name = /^(.+)\.jpg$/.exec(file)?.[1];
    const found = name === undefined ? null : await stat(join(folder, file)).catch(() => null);
    if (name !== undefined && found)
      kept.push({ name, bytes: found.size, at: found.mtimeMs, isInside: inside.has(name) });
  }
  return kept;
}
