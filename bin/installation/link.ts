import { mkdirSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { dirname, relative } from "node:path";
import { syncFolder } from "../../common/node/durable-file.ts";

/** Points a link somewhere else: at every moment it is the old one or the new one, also after a power cut. */
export async function pointLink(link: string, target: string): Promise<void> {
  const folder = dirname(link);
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  const temporary = `${link}.${process.pid}.tmp`;
  rmSync(temporary, { force: true });
  symlinkSync(relative(folder, target), temporary);
  renameSync(temporary, link);
  await syncFolder(folder);
}
