import { spawn } from "node:child_process";
import { join } from "node:path";

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

/** Opens the way to ask. Each question is a process of its own, which takes on the data's owner by itself. */
export function openAsking(dataDir: string): AskRelease {
  return async (folder, words) => {
    const { code, stdout, stderr } = await run(folder, ["--data-dir", dataDir, ...words, "--json"]);
    return { code, value: parse(stdout), message: messageIn(stderr) };
  };
}

/** Brings the database to a release's schema by its own program, migration by migration. Throws what it said. */
export async function migrateBy(folder: string, dataDir: string, onMigrated: (name: string) => void): Promise<void> {
  const words = ["--data-dir", dataDir, "upgrade", "migrate", "--json"];
  const { code, stderr } = await run(folder, words, (line) => {
    const { name } = (parse(line) ?? {}) as { name?: string };
    if (name !== undefined) onMigrated(name);
  });
  const why = messageIn(stderr).replace(/^This is a fault of the program: /, "");
  if (code !== 0) throw new Error(`the database could not be migrated: ${why}`);
}

function run(folder: string, words: readonly string[], onLine?: (line: string) => void) {
  const child = spawn(process.execPath, [join(folder, "bin/boothctl"), ...words], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const said = { stdout: "", stderr: "" };
  let rest = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    said.stdout += text;
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) onLine?.(line);
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    said.stderr += text;
  });
  return new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, ...said }));
  });
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
