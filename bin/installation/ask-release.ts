import { join } from "node:path";
import { runAside } from "./run-program.ts";

/** What a release's own boothctl answered. */
export interface Answer {
  code: number | null;
  /** The JSON value on stdout; null where there is none. */
  value: unknown;
  /** Why it failed, in a sentence. */
  message: string;
}

/** Runs `boothctl … --json` of a release, with the settings of this command. */
export type AskRelease = (folder: string, words: readonly string[]) => Promise<Answer>;

/**
 * Opens the way to ask. Each question is a process of its own, which takes on the data's owner by itself; `asked` ends
 * it.
 */
export function openAsking(dataDir: string, asked?: AbortSignal): AskRelease {
  return async (folder, words) => {
    const { code, stdout, stderr } = await runBoothctl(folder, ["--data-dir", dataDir, ...words, "--json"], { asked });
    return { code, value: parse(stdout), message: messageIn(stderr) };
  };
}

/** Brings the database to a release's schema by its own program, migration by migration. Throws what it said. */
export async function migrateBy(
  folder: string,
  dataDir: string,
  onMigrated: (name: string) => void,
  asked: AbortSignal,
): Promise<void> {
  const onLine = (line: string) => {
    const { name } = (parse(line) ?? {}) as { name?: string };
    if (name !== undefined) onMigrated(name);
  };
  const words = ["--data-dir", dataDir, "upgrade", "migrate", "--json"];
  const { code, stderr } = await runBoothctl(folder, words, { onLine, asked });
  const why = messageIn(stderr).replace(/^This is a fault of the program: /, "");
  if (code !== 0) throw new Error(`the database could not be migrated: ${why}`);
}

function runBoothctl(folder: string, words: readonly string[], options: Parameters<typeof runAside>[2]) {
  return runAside(process.execPath, [join(folder, "bin/boothctl"), ...words], options);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** An error is one JSON object; a program that broke says something else last. */
function messageIn(stderr: string): string {
  const lines = stderr.trim().split("\n");
  const told = lines.map(parse).find((value) => typeof value === "object" && value !== null && "message" in value);
  return (told as { message: string } | undefined)?.message ?? lines.at(-1) ?? "";
}
