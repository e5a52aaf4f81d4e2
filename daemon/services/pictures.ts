import { mkdir, opendir, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Db, sql } from "../../common/node/db.ts";
import { syncFolder } from "../../common/node/durable-file.ts";
import type { Needs } from "../context.ts";
import { openShelf, type PictureBooth, type Shelf } from "./picture-shelf.ts";
import { picturePath } from "./session-rows.ts";

const shelves = new WeakMap<object, Shelf>();

function shelfOf(booth: PictureBooth): Shelf {
  const known = shelves.get(booth.ledger) ?? openShelf(booth);
  shelves.set(booth.ledger, known);
  return known;
}

/** Keeps a picture under a name, and makes room for it. Losing one is logged and never stops a car or a payment. */
export async function keepPicture(booth: PictureBooth, name: string, jpeg: Buffer): Promise<void> {
  const path = picturePath(booth.config.dataDir, name);
  const shelf = shelfOf(booth);
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeFile(path, jpeg, { mode: 0o600 });
    shelf.added(jpeg.length);
    if (await shelf.isOverfull()) await shelf.trim();
  } catch (error) {
    booth.log.warn({ err: error }, "a picture could not be kept");
  }
}

/** Removes pictures by their names, those that are there, for good. Answers how many there were. */
export async function removePictures(booth: Needs<"config">, names: readonly string[]): Promise<number> {
  let removed = 0;
  for (const name of names) {
    const path = picturePath(booth.config.dataDir, name);
    const isThere = await stat(path).then(
      () => true,
      () => false,
    );
    if (!isThere) continue;
    await rm(path, { force: true });
    removed += 1;
  }
  if (removed > 0) await syncFolder(dirname(picturePath(booth.config.dataDir, "any")));
  return removed;
}

/** Removes the pictures of stays that ended, and of intents that were given, before an instant. */
export async function sweepPictures(booth: Needs<"db" | "config">, before: string): Promise<number> {
  const folder = dirname(picturePath(booth.config.dataDir, "any"));
  const old: string[] = [];
  const files = await opendir(folder).catch(() => null);
  if (!files) return 0;
  for await (const { name } of files) {
    const picture = /^(.+)\.jpg$/.exec(name)?.[1];
    if (picture !== undefined && (await isPast(booth.db, join(folder, name), picture, before))) old.push(picture);
  }
  return removePictures(booth, old);
}

/** A picture that belongs to nothing the ledger knows is as old as its file. */
async function isPast(db: Db, path: string, name: string, before: string): Promise<boolean> {
  const seq = /^intent-(\d{1,15})$/.exec(name)?.[1];
  if (seq !== undefined) {
    const event = sql<{ at: string }>(db, "SELECT at FROM events WHERE seq = ?").get(Number(seq));
    if (event) return event.at < before;
  }
  const stay = sql<{ ended: string | null }>(
    db,
    "SELECT (SELECT at FROM events WHERE seq = s.closed_seq) AS ended FROM sessions s WHERE id = ?",
  ).get(name);
  if (stay) return stay.ended !== null && stay.ended < before;
  const file = await stat(path).catch(() => null);
  return file !== null && file.mtimeMs < Date.parse(before);
}
