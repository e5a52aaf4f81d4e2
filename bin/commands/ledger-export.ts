import { Command } from "commander";
import type { CheckpointNote } from "../../common/events.ts";
import type { Db } from "../../common/node/db.ts";
import type { Stretch } from "../../daemon/ledger/export.ts";
import type { Secrets } from "../../daemon/settings.ts";
import { about } from "../cli/about.ts";
import { act, type Cli } from "../cli/cli.ts";
import { boothSettings } from "../cli/environment.ts";
import { withDatabase } from "../cli/open.ts";
import { isStdout, writeAnswer } from "../cli/output.ts";
import { entriesOf, type Period } from "../cli/stretch.ts";
import { kindOption } from "./ledger-kind.ts";

interface Options extends Period {
  kind?: string;
  output?: string;
}

/** `boothctl ledger export` */
export function exportCommand(): Command {
  const command = new Command("export")
    .description("Writes entries as JSON, one a line, after a line with what proves them without the booth.")
    .option("--since <when>", "from a day of the site or an instant on (default: from the first entry)")
    .option("--until <when>", "until a day, with it, or until an instant (default: to the last entry)")
    .addOption(kindOption("only this kind: each is proven by itself, and not that none is missing"))
    .option("-o, --output <file>", "a file, or - for stdout", "-")
    .action(act((cli, options: Options) => exportLedger(cli, options)));
  return about(command, {
    examples: ["boothctl ledger export -o ledger.jsonl", "boothctl ledger export --since 2026-05-01 --kind payment"],
  });
}

async function exportLedger(cli: Cli, options: Options): Promise<void> {
  cli.whenRefused("Nothing was written.", "boothctl ledger export --help");
  // Before the database is opened: root may read the key, and the owner of the data perhaps not.
  const seed = await signingSeed(cli);
  await withDatabase(cli, async (db) => {
    const { exportHeader, exportLines } = await import("../../daemon/ledger/export.ts");
    const { refuse } = await import("../../common/errors.ts");
    const stretch = await stretchOf(db, options);
    const header =
      exportHeader(db, stretch, await checkpointAt(db, stretch, seed)) ??
      refuse("not_found", "the ledger's first entry names no key");
    await writeAnswer(options.output, exportLines(db, header));
    const { from, to, count } = header;
    cli.say(`Exported ${count} ${count === 1 ? "entry" : "entries"} of ${from}…${to}.`);
    if (!header.checkpoint && options.until === undefined)
      cli.say(
        "No checkpoint is in it, as the signing key could not be read: keep one of boothctl ledger checkpoint by it.",
      );
    if (!isStdout(options.output)) cli.print({ file: options.output, ...header }, () => "");
  });
}

async function stretchOf(db: Db, { kind, ...period }: Options): Promise<Stretch> {
  const { readHead } = await import("../../daemon/ledger/ledger.ts");
  const head = readHead(db)?.seq ?? 0;
  const { after = 0, before = head + 1 } = await entriesOf(db, period);
  return { from: after + 1, to: Math.max(after, before - 1), kind: kind ?? null };
}

async function signingSeed(cli: Cli): Promise<Secrets["eventSigningKey"] | null> {
  try {
    return (await boothSettings(cli)).secrets.eventSigningKey;
  } catch {
    return null;
  }
}

/** The end of the ledger, signed, for an export that goes to it: what is cut off the file then shows. */
async function checkpointAt(db: Db, { to }: Stretch, seed: Buffer | null): Promise<CheckpointNote | null> {
  const [{ readHead }, { readGenesis }, { openLedgerKeys }, { makeCheckpoint }, { systemClock, instant }] =
    await Promise.all([
      import("../../daemon/ledger/ledger.ts"),
      import("../../daemon/ledger/genesis.ts"),
      import("../../daemon/ledger/keys.ts"),
      import("../../daemon/ledger/checkpoint.ts"),
      import("../../common/node/clock.ts"),
    ]);
  const [head, genesis] = [readHead(db), readGenesis(db)];
  if (!seed || !genesis || head?.seq !== to) return null;
  const keys = openLedgerKeys(seed);
  return keys.publicKeyText === genesis.publicKey
    ? makeCheckpoint(keys, genesis.boothId, head, instant(systemClock.now()))
    : null;
}
