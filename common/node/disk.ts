import { statfsSync } from "node:fs";

/** The bytes that are free for us on the disk of a path. Throws what the system says where there is no such path. */
export function freeBytes(path: string): number {
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize;
}
