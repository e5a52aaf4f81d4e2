import assert from "node:assert/strict";
import { suite } from "uvu";
import { assertCommands } from "./helpers/command-lines.ts";
import { readSources } from "./helpers/source-tree.ts";

const test = suite("cli fixes");

/** Texts that are a command of boothctl, with an x, or a choice there is, where the program puts in a word. */
function commandsIn(text: string): string[] {
  const texts = text.matchAll(/"((?:\\.|[^"\\\n])*)"|`((?:\\.|\$\{[^}]*\}|[^`\\])*)`/g);
  return [...texts]
    .map(
      ([, plain, template]) =>
        plain ?? (template ?? "").replace(/\$\{[^}]*\}/g, "x").replace("--only x", "--only camera"),
    )
    .filter((found) => /^(sudo )?boothctl /.test(found));
}

/** Where the doctor and status, and what both open, say what to try. */
const PLACES = /^bin\/(doctor\/|commands\/status\.ts|cli\/(open|environment|exit-codes|daemon-client)\.ts)/;

test("every command that doctor and status tell people to try is one", async () => {
  const texts = readSources().filter(({ path }) => PLACES.test(path));
  const commands = texts.flatMap(({ text }) => commandsIn(text.replace(/^\s*\/?\*.*$/gm, "")));
  assert.ok(commands.length > 20, `found ${commands.length}`);
  for (const command of new Set(commands)) await assertCommands(command);
});

test.run();
