import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** The most memory a process ever had, in MB; 0 where that cannot be said any more. */
export function peakMemoryMb(pid: number | undefined): number {
  try {
    const kb = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    return Math.round(Number(kb ?? 0) / 1000);
  } catch {
    return 0;
  }
}

/** What the files of a folder take, in MB; what goes meanwhile takes nothing. */
export function diskMb(folder: string): number {
  let bytes = 0;
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }))
    bytes += statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0;
  return Math.round(bytes / 1e6);
}
