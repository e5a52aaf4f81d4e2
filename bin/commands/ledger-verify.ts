import { Command } from "commander";
import type { Verification } from "../../common/verification.ts";
import { about } from "../cli/about.ts";
import { readCheckpoint } from "../cli/checkpoint-file.ts";
import { act, type Cli } from "../cli/cli.ts";
import { boothSettings, dataDirOf } from "../cli/environment.ts";
import { CliError, sentence, usageError } from "../cli/errors.ts";
import { wholeNumber } from "../cli/input.ts";
import { becomeOwner, databaseIn, withDatabase } from "../cli/open.ts";
import { openProgress } from "../cli/progress.ts";

interface Options {
  from?: number;
  quick?: boolean;
  rebuild?: boolean;
  reprice?: boolean;
  checkpoint?: string;
  key?: string;
  file?: string;
}

/** What can be wrong although every entry is intact. */
const CHAIN_INTACT = new Set(["fee", "read_model"]);
/** How many entries before the bad one a report begins. */
const BEFORE_BAD = 7;

/** `boothctl ledger verify` */
export function verifyCommand(): Command {
  const command = new Command("verify")
    .description("Checks every entry's hash, signature and fee, reads only, and names the first that is wrong.")
    .option("--from <seq>", "trust what stands before this entry", wholeNumber)
    .option("--quick", "check the chain, totals, checkpoints and the last signature: no other signature, and no fee")
    .option("--rebuild", "also compute stays, payments, shifts and totals again, and compare")
    .option(
      "--reprice",
      "compute the fee of every payment again, with --quick too; without --quick that is done anyway",
    )
    .option("--checkpoint <file>", "a note that boothctl ledger checkpoint printed: nothing it saw may be gone")
    .option(
      "--key <key>",
      "the public key it must be signed with (default: of EVENT_SIGNING_KEY, else as the first entry says)",
    )
    .option("--file <file>", "verify what boothctl ledger export wrote, with nothing but the file and the key")
    .action(act((cli, options: Options) => (options.file === undefined ? verify : verifyFile)(cli, options)));
  return about(command, {
    examples: [
      "boothctl ledger verify",
      "boothctl ledger verify --quick",
      "boothctl ledger verify --rebuild",
      "boothctl ledger verify --from 48190 --json",
      "boothctl ledger verify --checkpoint checkpoint.json",
      "boothctl ledger verify --file ledger.jsonl --checkpoint checkpoint.json",
    ],
    exits: [6, 8],
  });
}

async function verify(cli: Cli, options: Options): Promise<void> {
  cli.whenRefused("Nothing was changed.", "boothctl ledger verify --help");
  if (options.from === 0) throw usageError("--from begins at 1.");
  const dataDir = await dataDirOf(cli);
  const path = databaseIn(dataDir);
  const publicKeyText = (await keyText(cli, options.key)) ?? undefined;
  const checkpoint = options.checkpoint === undefined ? undefined : await readCheckpoint(options.checkpoint);
  becomeOwner(dataDir);
  const { systemClock } = await import("../../common/node/clock.ts");
  const started = systemClock.monotonic();
  const { verifyLedger } = await import("../../daemon/ledger/verify.ts");
  const { verifyWithFees } = await import("../../daemon/services/verify-with-fees.ts");
  const bar = openProgress(cli, "Verifying the ledger");
  const { from, quick, reprice = !quick } = options;
  if (process.stderr.isTTY !== true) cli.say("Verifying the ledger.");
  const found = await (reprice ? verifyWithFees : verifyLedger)(path, {
    publicKeyText,
    from,
    quick,
    checkpoint,
    dataDir,
    onProgress: bar.show,
  }).finally(bar.end);
  const result = found.ok && options.rebuild ? await verifyReadModels(cli, found) : found;
  tell(cli, result, options.from ?? 1, secondsOf(systemClock.monotonic() - started));
}

const secondsOf = (ms: number) => Math.round(ms / 100) / 10;

/** Verifies an export on whatever host: no booth is opened, and no setting read. */
async function verifyFile(cli: Cli, { file = "", quick, checkpoint, key, ...more }: Options): Promise<void> {
  const again = `boothctl ledger verify --file ${file} --json > report.json`;
  cli.whenRefused("Nothing was changed.", "boothctl ledger verify --help");
  if (more.from !== undefined || more.rebuild || more.reprice)
    throw usageError("--from, --rebuild and --reprice need the booth's database; --file is an export.");
  if (key === undefined)
    cli.say(
      "Verifying with the key that the file names; to be sure of it, pass --key, or a --checkpoint kept elsewhere.",
    );
  const publicKeyText = key === undefined ? undefined : checkKey(key);
  const note = checkpoint === undefined ? undefined : await readCheckpoint(checkpoint);
  const { systemClock } = await import("../../common/node/clock.ts");
  const { verifyExport } = await import("../../daemon/ledger/verify-export.ts");
  const started = systemClock.monotonic();
  const bar = openProgress(cli, "Verifying the export");
  const options = { publicKeyText, quick, checkpoint: note, onProgress: bar.show };
  const { header, ...found } = await verifyExport(file, options).finally(bar.end);
  const { from, kind } = header;
  tell(cli, { ...found, header }, from, secondsOf(systemClock.monotonic() - started), again);
  if (found.ok && kind !== null)
    cli.say(`These are entries of the kind ${kind} only: each is genuine, and whether one is missing cannot be told.`);
}

function checkKey(given: string): string {
  if (!/^[A-Za-z0-9_-]{43}$/.test(given))
    throw usageError("--key: expected 32 bytes in base64url, as boothctl ledger key prints them.");
  return given;
}

/** The key to verify with: given, or the booth's own where its settings can be read; null leaves it to the first entry. */
async function keyText(cli: Cli, given: string | undefined): Promise<string | null> {
  if (given !== undefined) return checkKey(given);
  try {
    const { secrets } = await boothSettings(cli);
    const { openLedgerKeys } = await import("../../daemon/ledger/keys.ts");
    return openLedgerKeys(secrets.eventSigningKey).publicKeyText;
  } catch {
    cli.say("Verifying with the key that the ledger's first entry names; to be sure of it, pass --key.");
    return null;
  }
}

/** What is computed again from a chain that is intact. */
async function verifyReadModels(cli: Cli, found: Verification): Promise<Verification> {
  const { badReadModel, compareReadModels } = await import("../../daemon/read-models/rebuild.ts");
  const difference = await withDatabase(cli, (db) => compareReadModels(db));
  return difference ? { ...found, ok: false, firstBad: badReadModel(difference) } : found;
}

function tell(
  cli: Cli,
  result: Verification & { header?: object },
  from: number,
  seconds: number,
  again?: string,
): void {
  const { ok, head, firstBad } = result;
  const text = () =>
    head
      ? `${cli.paint.green("✓")} ${from}…${head.seq} · head ${head.hash.slice(0, 12)} · ${seconds} s`
      : "The ledger is empty.";
  if (ok || cli.json) cli.print(result, text);
  if (ok || !firstBad) return;
  const { seq } = firstBad;
  const intact = CHAIN_INTACT.has(firstBad.class)
    ? "All entries are intact."
    : seq > from
      ? `Entries ${from}…${seq - 1} are intact.`
      : "No entry before it was checked.";
  throw new CliError(8, "check_failed", `${sentence(firstBad.message)} (${firstBad.class}, entry ${seq})`, {
    unchanged: `${intact} Do not delete anything.`,
    hint: again ?? `boothctl ledger verify --from ${Math.max(1, seq - BEFORE_BAD)} --json > report.json`,
  });
}
