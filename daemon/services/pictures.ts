import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Needs } from "../context.ts";
import { picturePath } from "./session-rows.ts";

/** Keeps a picture under a name. Losing one is logged and never stops a car or a payment. */
export function keepPicture(booth: Needs<"config" | "log">, name: string, jpeg: Buffer): void {
  const path = picturePath(booth.config.dataDir, name);
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(path, jpeg, { mode: 0o600 });
  } catch (error) {
    booth.log.warn({ err: error }, "a picture could not be kept");
  }
}
