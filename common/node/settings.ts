import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";

export type Environment = Readonly<Record<string, string | undefined>>;

/** A configuration that cannot be used: every problem in one message, and never a secret's value. */
export class SettingsError extends Error {
  readonly problems: readonly string[];
  /** The files with secrets that this user may not read: somebody else could, and may find no problem. */
  readonly hidden: readonly string[];

  constructor(problems: readonly string[], hidden: readonly string[] = []) {
    super(
      `The configuration has ${problems.length === 1 ? "a problem" : `${problems.length} problems`}:\n${problems.map((p) => `  ${p}`).join("\n")}`,
    );
    this.name = "SettingsError";
    this.problems = problems;
    this.hidden = hidden;
  }

  /** The settings it is about. */
  get names(): string[] {
    return this.problems.map((problem) => problem.replace(/(?:_FILE)?:.*/s, ""));
  }
}

/** The process's environment: read here and nowhere else, so that the rest is handed what it needs. */
export function processEnvironment(): Environment {
  return process.env;
}

/** A line of an environment file that is neither empty nor a comment; its name is null where it is not `NAME=value`. */
export interface EnvironmentLine {
  number: number;
  name: string | null;
  value: string;
}

/** The lines of an environment file; `#` and `;` begin a comment, quotes around a value go. */
export function environmentLines(text: string): EnvironmentLine[] {
  return text.split("\n").flatMap((line, at) => {
    if (/^\s*([#;]|$)/.test(line)) return [];
    const [, name = null, value = ""] = /^\s*([A-Z][A-Z0-9_]*)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    return { number: at + 1, name, value: value.replace(/^(["'])(.*)\1$/, "$2") };
  });
}

/** What an environment file sets. */
export function parseEnvironmentFile(text: string): Record<string, string> {
  return Object.fromEntries(
    environmentLines(text).flatMap(({ name, value }) => (name === null ? [] : [[name, value]])),
  );
}

/** A secret as it was found: its value, or the file that was to hold it and why that cannot be read. */
export interface FoundSecret {
  value?: string;
  file?: string;
  code?: string;
}

/** A secret by its name: the variable, the file that `NAME_FILE` names, or the systemd credential of that name. */
export function findSecret(env: Environment, name: string): FoundSecret {
  const direct = env[name];
  if (direct) return { value: direct };
  const credential = env.CREDENTIALS_DIRECTORY && join(env.CREDENTIALS_DIRECTORY, name);
  const file = env[`${name}_FILE`] || (credential && existsSync(credential) ? credential : undefined);
  if (!file) return {};
  try {
    return { value: readFileSync(file, "utf8").trim(), file };
  } catch (error) {
    return { file, code: (error as NodeJS.ErrnoException).code ?? "unknown" };
  }
}

/** What keeps a secret from being used, in a sentence. */
function secretProblem(env: Environment, name: string, { file, code }: FoundSecret): string | null {
  if (env[name] && env[`${name}_FILE`]) return `${name}: set either ${name} or ${name}_FILE, not both`;
  return code === undefined ? null : `${name}_FILE: cannot read ${file} (${code})`;
}

/**
 * Reads settings by a schema of strings. `secrets` names those that may come from files; an empty value counts as
 * absent. `findClashes` looks at what settings mean together. Throws one SettingsError that lists every problem.
 */
export function readSettings<S extends v.ObjectSchema<v.ObjectEntries, undefined>>(
  env: Environment,
  schema: S,
  secrets: readonly string[],
  findClashes: (raw: Readonly<Record<string, string>>) => string[] = () => [],
): v.InferOutput<S> {
  const raw: Record<string, string> = {};
  const asked = secrets.filter((name) => Object.hasOwn(schema.entries, name));
  const found = asked.map((name) => ({ name, ...findSecret(env, name) }));
  const problems = found.flatMap((secret) => secretProblem(env, secret.name, secret) ?? []);
  const hidden = found.flatMap(({ file, code }) => (code === "EACCES" && file !== undefined ? [file] : []));
  for (const name of Object.keys(schema.entries)) {
    const value = asked.includes(name) ? found.find((secret) => secret.name === name)?.value : env[name];
    if (value !== undefined && value.trim() !== "") raw[name] = value.trim();
  }
  const parsed = v.safeParse(schema, raw);
  for (const issue of parsed.issues ?? []) {
    const name = String(issue.path?.[0]?.key ?? "");
    const message = issue.received === "undefined" ? `is missing; ${expectedOf(schema, name)}` : issue.message;
    if (!problems.some((known) => known.startsWith(`${name}:`) || known.startsWith(`${name}_FILE:`)))
      problems.push(`${name}: ${message}`);
  }
  problems.push(...findClashes(raw));
  if (!parsed.success || problems.length > 0) throw new SettingsError(problems, hidden);
  return parsed.output;
}

function expectedOf(schema: v.ObjectSchema<v.ObjectEntries, undefined>, name: string): string {
  const entry = schema.entries[name];
  const probe = entry ? v.safeParse(entry as v.GenericSchema, "\u0000") : undefined;
  return probe?.issues?.[0]?.message ?? "expected a value";
}

/** A whole number in a range, written in decimal. */
export function wholeNumber(low: number, high: number) {
  const message = `expected a whole number from ${low} to ${high}`;
  return v.pipe(
    v.string(),
    v.regex(/^\d{1,9}$/, message),
    v.transform(Number),
    v.minValue(low, message),
    v.maxValue(high, message),
  );
}
