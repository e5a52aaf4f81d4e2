import { Command } from "commander";
import type { LedgerEvent } from "../../common/events.ts";
import type { Db } from "../../common/node/db.ts";
import { about } from "../cli/about.ts";
import { act } from "../cli/cli.ts";
import { present, wholeNumber } from "../cli/input.ts";
import { withBooth, withDatabase } from "../cli/open.ts";
import { type SiteTimes, siteTimes } from "../cli/site-times.ts";
import { entriesOf, type Period } from "../cli/stretch.ts";
import { pairs } from "../cli/text.ts";
import { closeDaysCommand } from "./ledger-days.ts";
import { exportCommand } from "./ledger-export.ts";
import { kindOption } from "./ledger-kind.ts";
import { verifyCommand } from "./ledger-verify.ts";
import { voidCommand } from "./ledger-void.ts";

/** `boothctl ledger …` */
export function ledgerCommand(): Command {
  const ledger = new Command("ledger").description("The signed record of everything that happened at the booth.");
  const verbs = [head(), list(), tail(), show(), exportCommand(), verifyCommand(), checkpoint(), key(), voidCommand()];
  for (const verb of [...verbs, closeDaysCommand()]) ledger.addCommand(verb);
  return ledger;
}

async function headOf(db: Db) {
  const { readHead } = await import("../../daemon/ledger/ledger.ts");
  const { refuse } = await import("../../common/errors.ts");
  return readHead(db) ?? refuse("not_found", "the ledger is empty");
}

function head(): Command {
  const command = new Command("head").description("Shows the last entry's number, hash and time.").action(
    act(async (cli) => {
      const { seq, hash, at } = await withDatabase(cli, headOf);
      const shown = { seq, hash: hash.toString("hex"), at };
      cli.print(shown, () => pairs(Object.entries(shown)));
    }),
  );
  return about(command, { examples: ["boothctl ledger head"] });
}

interface ListOptions extends Period {
  kind?: string;
  lane?: string;
  actor?: string;
  after?: number;
  before?: number;
  number: number;
}

function list(): Command {
  const command = new Command("list")
    .description("Lists entries, the newest first.")
    .addOption(kindOption("only this kind"))
    .option("--lane <lane>", "only of this lane")
    .option("--actor <name>", "only by this user, device or login")
    .option("--after <seq>", "only newer ones than this", wholeNumber)
    .option("--before <seq>", "only older ones than this", wholeNumber)
    .option("--since <when>", "only from a day of the site or an instant on")
    .option("--until <when>", "only until a day, with it, or until an instant")
    .option("-n, --number <count>", "at most so many", wholeNumber, 50)
    .action(
      act(async (cli, { number, ...filter }: ListOptions) => {
        cli.whenRefused("Nothing was changed.", "boothctl ledger list --help");
        const { found, time } = await withDatabase(cli, async (db) => {
          const { listEvents } = await import("../../daemon/ledger/read.ts");
          return { found: listEvents(db, await narrowed(db, filter), number + 1), time: await siteTimes(db) };
        });
        const items = found.slice(0, number);
        const next = found.length > number ? String(items.at(-1)?.seq) : null;
        cli.print({ items, next }, () => items.map((event) => eventLine(event, time)).join("\n"));
      }),
    );
  return about(command, {
    examples: [
      "boothctl ledger list --kind payment -n 20",
      "boothctl ledger list --since 2026-05-01 --actor maria",
      "boothctl ledger list --lane exit-1 --json",
    ],
  });
}

/** A filter with the period as entries, and a person by the name that people know. */
async function narrowed(db: Db, { since, until, actor, ...filter }: Omit<ListOptions, "number">) {
  const { userByName } = await import("../../daemon/services/user-rows.ts");
  const { after = 0, before = Number.MAX_SAFE_INTEGER } = await entriesOf(db, present({ since, until }));
  return {
    ...filter,
    after: Math.max(after, filter.after ?? 0),
    before: Math.min(before, filter.before ?? Number.MAX_SAFE_INTEGER),
    actor: actor === undefined ? undefined : (userByName(db, actor)?.id ?? actor),
  };
}

/** An entry on one line, at the site's time; its data is JSON, so nothing in it can steer a terminal. */
function eventLine({ seq, at, kind, actor, lane, data }: LedgerEvent, time: SiteTimes): string {
  const where = lane === null ? "" : ` ${lane}`;
  return `${String(seq).padStart(7)}  ${time(at)}  ${kind.padEnd(18)}${where} ${actor.type}:${actor.id}  ${JSON.stringify(data)}`;
}

const POLL_MS = 250;

function tail(): Command {
  const command = new Command("tail")
    .description("Shows the last entries, oldest first, and with --follow each new one as it comes.")
    .option("-n, --number <count>", "the last so many", wholeNumber, 10)
    .option("-f, --follow", "go on until interrupted; with --json one event a line")
    .action(
      act(async (cli, { number, follow }: { number: number; follow?: boolean }) => {
        await withDatabase(cli, async (db) => {
          const { listEvents } = await import("../../daemon/ledger/read.ts");
          const items = listEvents(db, {}, number).reverse();
          const time = await siteTimes(db);
          const lineOf = (event: LedgerEvent) => eventLine(event, time);
          if (follow) return followOn(db, items, cli.json ? JSON.stringify : lineOf);
          cli.print({ items, next: null }, () => items.map(lineOf).join("\n"));
        });
      }),
    );
  return about(command, { examples: ["boothctl ledger tail", "boothctl ledger tail --follow"], exits: [130] });
}

/** Prints events for as long as the process lives. */
async function followOn(db: Db, items: readonly LedgerEvent[], lineOf: (event: LedgerEvent) => string): Promise<never> {
  const { followEvents } = await import("../../daemon/ledger/follow.ts");
  const { setTimeout: pause } = await import("node:timers/promises");
  const tell = (event: LedgerEvent) => process.stdout.write(`${lineOf(event)}\n`);
  for (const event of items) tell(event);
  const follower = followEvents(db, tell, items.at(-1)?.seq ?? (await headOf(db)).seq);
  for (;;) {
    follower.poll();
    await pause(POLL_MS);
  }
}

function show(): Command {
  const command = new Command("show")
    .description("Shows one entry as it is signed.")
    .argument("<seq>", "its number", wholeNumber)
    .action(
      act(async (cli, seq: number) => {
        cli.whenRefused("Nothing was changed.", "boothctl ledger list");
        const event = await withDatabase(cli, async (db) => {
          const { readEvent } = await import("../../daemon/ledger/read.ts");
          const { refuse } = await import("../../common/errors.ts");
          return readEvent(db, seq) ?? refuse("not_found", `the ledger has no entry ${seq}`);
        });
        cli.print(event, () => JSON.stringify(event, null, 2));
      }),
    );
  return about(command, { examples: ["boothctl ledger show 48190"], exits: [6] });
}

function checkpoint(): Command {
  const command = new Command("checkpoint")
    .description("Prints a signed note of the ledger's end; kept elsewhere, it proves that nothing was cut off.")
    .action(
      act(async (cli) => {
        const note = await withBooth(cli, async ({ booth }) => {
          const { makeCheckpoint } = await import("../../daemon/ledger/checkpoint.ts");
          const { instant } = await import("../../common/node/clock.ts");
          return makeCheckpoint(
            booth.ledger.keys,
            booth.ledger.boothId,
            await headOf(booth.db),
            instant(booth.clock.now()),
          );
        });
        cli.print(note, () => JSON.stringify(note, null, 2));
      }),
    );
  return about(command, { examples: ["boothctl ledger checkpoint > checkpoint.json"] });
}

function key(): Command {
  const command = new Command("key").description("Prints the public key that the ledger is verified with.").action(
    act(async (cli) => {
      const found = await withDatabase(cli, async (db) => {
        const { readGenesis } = await import("../../daemon/ledger/genesis.ts");
        const { keyIdOf } = await import("../../daemon/ledger/keys.ts");
        const { refuse } = await import("../../common/errors.ts");
        const { boothId, publicKey } = readGenesis(db) ?? refuse("not_found", "the ledger's first entry names no key");
        return { boothId, keyId: keyIdOf(Buffer.from(publicKey, "base64url")), publicKey };
      });
      cli.print(found, () => found.publicKey);
    }),
  );
  return about(command, { examples: ["boothctl ledger key"] });
}
