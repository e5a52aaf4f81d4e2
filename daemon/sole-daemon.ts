import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { writeDurably } from "../common/node/durable-file.ts";

const addressFile = (dataDir: string) => join(dataDir, "address");

/** Leaves in the data directory where its daemon listens, for who may read there; `null` takes it away again. */
export function noteAddress(dataDir: string, url: string | null): void {
  if (url === null) rmSync(addressFile(dataDir), { force: true });
  else writeDurably(addressFile(dataDir), `${url}\n`, 0o640);
}

/**
 * Where the daemon of a data directory listens, as it last said; null where none does. One that was killed leaves its
 * address behind, so whoever reads it must ask there.
 */
export function notedAddress(dataDir: string): string | null {
  try {
    const url = readFileSync(addressFile(dataDir), "utf8").trim();
    return /^http:\/\/[\w.:[\]-]+$/.test(url) ? url : null;
  } catch {
    return null;
  }
}
