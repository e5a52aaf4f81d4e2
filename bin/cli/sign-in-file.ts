import { mkdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import * as v from "valibot";
import { writeDurably } from "../../common/node/durable-file.ts";

const KeptSignIn = v.object({ username: v.string(), token: v.string(), csrf: v.string() });
const KeptSignIns = v.record(v.string(), KeptSignIn);

/** A sign-in at a daemon, as it is kept for the next command. */
export type KeptSignIn = v.InferOutput<typeof KeptSignIn>;

/** Where the sign-ins of this user are kept, readable by nobody else. */
export function signInFile(): string {
  return join(process.env.XDG_CONFIG_HOME || join(homedir(), ".config"), "parking-booth", "sign-in.json");
}

/** The sign-in kept for the daemon at this address, or null. A file that cannot be understood has none. */
export function keptSignIn(url: string): KeptSignIn | null {
  return readAll()[url] ?? null;
}

/** Keeps a sign-in for the daemon at this address, or with null forgets it. */
export function keepSignIn(url: string, signIn: KeptSignIn | null): void {
  const { [url]: _before, ...others } = readAll();
  const path = signInFile();
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeDurably(path, `${JSON.stringify(signIn === null ? others : { ...others, [url]: signIn }, null, 2)}\n`, 0o600);
}

function readAll(): Record<string, KeptSignIn> {
  try {
    const read = v.safeParse(KeptSignIns, JSON.parse(readFileSync(signInFile(), "utf8")));
    return read.success ? read.output : {};
  } catch {
    return {};
  }
}
