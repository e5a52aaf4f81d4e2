// Reads the project's own source for the architecture test: files, imports, and code without comments and strings.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";

/** The repository's folder. */
export const root = join(import.meta.dirname, "..", "..");

/** One import: what is written, the file it means (for a relative one), and where it stands. */
export type Import = {
  readonly specifier: string;
  readonly target: string | undefined;
  readonly typeOnly: boolean;
  readonly line: number;
};

/** One source file; `code` has the same lines as `text`, with comments blanked and strings emptied. */
export type Source = {
  readonly path: string;
  readonly text: string;
  readonly code: string;
  readonly imports: readonly Import[];
};

const blankable = /(`(?:\\.|[^`\\])*`)|\/\*[\s\S]*?\*\/|(?<![\\/:])\/\/[^\n]*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/g;

/** Templates stay, because they hold code; their text can cause a false alarm, never hide a breach. */
function withoutCommentsAndStrings(text: string): string {
  return text.replace(blankable, (found, template?: string) => template ?? found.replace(/[^\n]/g, " "));
}

const importPattern =
  /^\s*(?:import|export)\s+(type\s)?(?:[\w*{][^;"]*?\sfrom\s+)?"([^"\n]+)"|\bimport\(\s*"([^"\n]+)"\s*\)|\bnew URL\(\s*"([^"\n]+\.ts)"/gm;

/** Number of the line on which the character at `index` stands. */
export function lineAt(text: string, index: number): number {
  return text.slice(0, index).split("\n").length;
}

function importsOf(path: string, text: string): Import[] {
  return [...text.matchAll(importPattern)].map((match) => {
    const specifier = match[2] ?? match[3] ?? match[4] ?? "";
    const target = specifier.startsWith(".") ? posix.join(dirname(path), specifier) : undefined;
    const start = match.index + match[0].length;
    return { specifier, target, typeOnly: match[1] !== undefined, line: lineAt(text, start) };
  });
}

const folders = ["bin", "common", "daemon", "kiosk", "collector", "test"];

/** The project's own files whose path fits, in order. */
function readFiles(pattern: RegExp): Pick<Source, "path" | "text">[] {
  return folders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((name) => posix.join(folder, name)),
    )
    .filter((path) => pattern.test(path))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
}

/** Every TypeScript and JavaScript file of the project. */
export function readSources(): Source[] {
  return readFiles(/\.(ts|tsx|mjs)$/).map(({ path, text }) => ({
    path,
    text,
    code: withoutCommentsAndStrings(text),
    imports: importsOf(path, text),
  }));
}

/** Every style sheet of the project. */
export function readStyles(): Pick<Source, "path" | "text">[] {
  return readFiles(/\.css$/);
}

/** "file:line: what" for every match of `pattern` in the code of the files. */
export function findInCode(sources: readonly Source[], pattern: RegExp, what: string): string[] {
  return sources.flatMap(({ path, code }) =>
    [...code.matchAll(pattern)].map((match) => `${path}:${lineAt(code, match.index)}: ${what} (${match[0].trim()})`),
  );
}
