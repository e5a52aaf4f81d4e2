import { readFileSync } from "node:fs";
import { StringDecoder } from "node:string_decoder";
import type { Cli } from "./cli.ts";
import { usageError } from "./errors.ts";
import { typedLine } from "./typed.ts";

/** Where a new password may come from; never from the arguments, which every user of the host can list. */
export interface PasswordSource {
  passwordStdin?: boolean;
  passwordFile?: string;
}

/** A new password: from stdin, from a file, or asked for twice without echo. */
export async function readPassword(cli: Cli, source: PasswordSource, whose: string): Promise<string> {
  const given = await givenPassword(cli, source);
  if (given !== null) return given;
  const first = await askHidden(`Password of ${whose}: `);
  const second = await askHidden("The same again: ");
  if (first !== second) throw usageError("The two passwords differ.", { hint: typedLine() });
  return first;
}

/** A password that is in use already: as `readPassword`, but asked for once. */
export async function readKnownPassword(cli: Cli, source: PasswordSource, whose: string): Promise<string> {
  return (await givenPassword(cli, source)) ?? askHidden(`Password of ${whose}: `);
}

/** The password that came from stdin or a file; null where somebody is there to be asked. */
async function givenPassword(cli: Cli, source: PasswordSource): Promise<string | null> {
  if (source.passwordStdin && source.passwordFile)
    throw usageError("Give either --password-stdin or --password-file, not both.");
  if (source.passwordFile) return withoutNewline(readFileSync(source.passwordFile, "utf8"));
  if (source.passwordStdin) return withoutNewline(await readStdin());
  if (!cli.interactive) {
    throw usageError("A password is needed, and there is nobody to ask for it here.", {
      hint: `${cli.commandLine} … --password-stdin`,
    });
  }
  return null;
}

/** Makes sure that something final is meant: the name is typed, or given with --confirm. */
export async function confirmName(cli: Cli, name: string, given: string | undefined, warning: string): Promise<void> {
  if (given === undefined && !cli.interactive) {
    throw usageError(`${warning} This needs --confirm ${name}.`, {
      hint: `boothctl ${process.argv.slice(2).map(quoted).join(" ")} --confirm ${name}`,
    });
  }
  const typed = given ?? (await ask(`${warning}\nType ${name} to continue (or pass --confirm ${name}): `));
  if (typed !== name) throw usageError(`"${typed}" is not "${name}".`);
}

/** A word as a shell takes it. */
const quoted = (word: string) => (/^[\w./:=@,+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

/** All of stdin. */
export async function readStdin(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk as Buffer));
  return Buffer.concat(chunks).toString("utf8");
}

function withoutNewline(text: string): string {
  return text.replace(/\r?\n$/, "");
}

async function ask(question: string): Promise<string> {
  const { createInterface } = await import("node:readline/promises");
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  // Without a listener the interface swallows Ctrl-C and the question never ends.
  lines.once("SIGINT", () => process.kill(process.pid, "SIGINT"));
  try {
    return (await lines.question(question)).trim();
  } finally {
    lines.close();
  }
}

const ENTER = /[\r\n]/;
const BACKSPACE = /[\b\u007f]/;

/** Asks on the terminal without showing what is typed, not even how long it is. */
function askHidden(question: string): Promise<string> {
  const { stdin, stderr } = process;
  const decoder = new StringDecoder("utf8");
  let typed: string[] = [];
  stderr.write(question);
  stdin.setRawMode(true);
  stdin.resume();
  return new Promise((resolve, reject) => {
    const finish = (end: () => void) => {
      stdin.off("data", onData);
      stdin.setRawMode(false);
      stdin.pause();
      stderr.write("\n");
      end();
    };
    const onData = (chunk: Buffer) => {
      for (const character of decoder.write(chunk)) {
        if (ENTER.test(character)) return finish(() => resolve(typed.join("")));
        if (character === "\u0003") return finish(() => process.kill(process.pid, "SIGINT"));
        if (character === "\u0004") return finish(() => reject(usageError("No password was typed.")));
        if (BACKSPACE.test(character)) typed.pop();
        else if (character === "\u0015") typed = [];
        else if (character >= " ") typed.push(character);
      }
    };
    stdin.on("data", onData);
  });
}
