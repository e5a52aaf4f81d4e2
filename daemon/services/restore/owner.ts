import { chown, readdir, stat } from "node:fs/promises";
import { join } from "node:path";

/** Root leaves what it makes to whom the place belongs; anybody else owns it anyway. */
export async function giveLike(path: string, place: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(place);
  await chown(path, uid, gid);
}

/** The same for a folder and all that is in it. */
export async function giveAllLike(folder: string, place: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  for (const name of await readdir(folder, { recursive: true })) await giveLike(join(folder, name), place);
  await giveLike(folder, place);
}
