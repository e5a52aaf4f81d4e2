import { once } from "node:events";

/** Whether an answer goes to stdout instead of a file. */
export const isStdout = (path: string | undefined): path is undefined | "-" => path === undefined || path === "-";

/**
 * Writes an answer of any length to a file or, without one, to stdout. A file is either the old one or the new one,
 * whole; stdout is written as fast as somebody reads.
 */
export async function writeAnswer(path: string | undefined, parts: Iterable<string>): Promise<void> {
  if (!isStdout(path)) {
    const { writePartsDurably } = await import("../../common/node/durable-file.ts");
    return writePartsDurably(path, parts);
  }
  for (const part of parts) if (!process.stdout.write(part)) await once(process.stdout, "drain");
}
