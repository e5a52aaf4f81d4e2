import { closeSync, constants, fchmodSync, fstatSync, fsyncSync, ftruncateSync, openSync, writeSync } from "node:fs";
import { basename } from "node:path";
import { Command } from "commander";
import type { Found, Part } from "../bundle/parts.ts";
import { about } from "../cli/about.ts";
import { act, type Cli } from "../cli/cli.ts";
import { pairs, sizeText } from "../cli/text.ts";
import type { Patient } from "../doctor/patient.ts";

interface Options {
  output: string;
  list?: boolean;
}

/** A part as the answer tells of it. */
interface Told {
  name: string;
  about: string;
  bytes: number;
  /** Why there is nothing to be had of it here. */
  leftOut: string | null;
  /** Why it could not be had, though it should. */
  missing: string | null;
}

/** `boothctl support-bundle` */
export function supportBundleCommand(): Command {
  const command = new Command("support-bundle")
    .description("Packs what support needs to know into one file; plates, names, cards and secrets are masked.")
    .option("-o, --output <file>", "where to write it", "support-bundle.tgz")
    .option("--list", "only say what would go in")
    .action(act((cli, options: Options) => bundle(cli, options)));
  return about(command, {
    examples: ["boothctl support-bundle -o bundle.tgz", "boothctl support-bundle --list"],
    exits: [3, 5],
  });
}

async function bundle(cli: Cli, { output, list }: Options): Promise<void> {
  cli.whenRefused("No bundle was written.", "boothctl support-bundle --list");
  const { PARTS } = await import("../bundle/parts.ts");
  const goesIn = () => `What goes in, without plates, names, cards and secrets:\n${pairs(PARTS.map(rowOf))}`;
  if (list)
    return cli.print({ items: PARTS.map(({ name, about: what }) => ({ name, about: what })), next: null }, goesIn);
  cli.say(goesIn());
  // Opened before root becomes the owner of the data: the file belongs to who asked for it.
  const file = openSync(output, constants.O_WRONLY | constants.O_CREAT, 0o600);
  try {
    makePrivate(file);
    const { openPatient } = await import("../doctor/patient.ts");
    const asked = new Map<string, Found>();
    for (const part of PARTS) if ("ask" in part) asked.set(part.name, await orMissing(() => part.ask()));
    const patient = await openPatient(cli);
    const find = async (part: Part) =>
      asked.get(part.name) ?? ("collect" in part ? orMissing(() => part.collect(patient)) : { missing: "not asked" });
    const { archive, parts } = await pack(patient, PARTS, find, folderOf(output)).finally(() => patient.close());
    writeSync(file, archive);
    fsyncSync(file);
    tell(cli, output, archive.length, parts);
  } finally {
    closeSync(file);
  }
}

/** What is there already, and open to others, would stay so. */
function makePrivate(file: number): void {
  if (!fstatSync(file).isFile()) return;
  fchmodSync(file, 0o600);
  ftruncateSync(file);
}

const rowOf = ({ name, about: what }: Part) => [`  ${name}`, what] as const;
const folderOf = (output: string) => basename(output).replace(/(\.tar\.gz|\.tgz)$/, "") || "support-bundle";

async function pack(patient: Patient, list: readonly Part[], find: (part: Part) => Promise<Found>, folder: string) {
  const { maskIn, maskLines, openMask } = await import("../bundle/mask.ts");
  const { packTexts } = await import("../bundle/pack.ts");
  const mask = openMask(patient);
  const files: { name: string; text: string }[] = [];
  const parts: Told[] = [];
  for (const part of list) {
    const found = await find(part);
    const text =
      "text" in found ? maskLines(found.text, mask) : "value" in found ? jsonOf(maskIn(found.value, mask)) : null;
    if (text !== null) files.push({ name: part.name, text });
    const why = { leftOut: null, missing: null, ...(text === null ? found : {}) };
    parts.push({ name: part.name, about: part.about, bytes: Buffer.byteLength(text ?? ""), ...why });
  }
  const archive = await packTexts(folder, files, new Date(patient.clock.now()));
  return { archive, parts };
}

const jsonOf = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

/** One part that cannot be had must not cost the others. */
async function orMissing(collect: () => Promise<Found>): Promise<Found> {
  try {
    return await collect();
  } catch (error) {
    return { missing: error instanceof Error ? error.message : String(error) };
  }
}

function tell(cli: Cli, path: string, bytes: number, parts: readonly Told[]): void {
  const missing = parts.filter((part) => part.missing !== null);
  const lines = parts
    .filter(({ leftOut, missing: lacks }) => leftOut !== null || lacks !== null)
    .map(({ name, leftOut, missing: lacks }) => `${lacks ? "✗" : "·"} ${name} is not in it: ${lacks ?? leftOut}`);
  const state = missing.length > 0 ? "is written, and incomplete" : "is written";
  const last = `${path} ${state}, ${sizeText(bytes)}. Look into it before you send it: tar -xzf ${path}`;
  cli.print({ path, bytes, complete: missing.length === 0, parts }, () => [...lines, last].join("\n"));
  if (missing.length > 0) cli.exit(3);
}
