import { Command, Option } from "commander";
import type { LedgerEvent } from "../../common/events.ts";
import type { Db } from "../../common/node/db.ts";
import { VOID_REASONS } from "../../common/words.ts";
import { about } from "../cli/about.ts";
import { act, type Cli } from "../cli/cli.ts";
import { checkInput, present, wholeNumber } from "../cli/input.ts";
import { withBooth, withDatabase } from "../cli/open.ts";
import { pairs } from "../cli/text.ts";
import { verifyCommand } from "./ledger-verify.ts";

/** `boothctl ledger …` */
export function ledgerCommand(): Command {
  const ledger = new Command("ledger").description("The signed record of everything that happened at the booth.");
  for (const verb of [head(), list(), tail(), show(), verifyCommand(), checkpoint(), key(), voidEntry()])
    ledger.addCommand(verb);
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

interface ListOptions {
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
    .option("--kind <kind>", "only this kind, such as payment")
    .option("--lane <lane>", "only of this lane")
    .option("--actor <id>", "only by this actor")
    .option("--after <seq>", "only newer ones than this", wholeNumber)
    .option("--before <seq>", "only older ones than this", wholeNumber)
    .option("-n, --number <count>", "at most so many", wholeNumber, 50)
    .action(
      act(async (cli, { number, ...filter }: ListOptions) => {
        cli.whenRefused("Nothing was changed.", "boothctl ledger list --help");
        await assertKind(filter.kind);
        const found = await withDatabase(cli, async (db) =>
          (await import("../../daemon/ledger/read.ts")).listEvents(db, filter, number + 1),
        );
        const items = found.slice(0, number);
        const next = found.length > number ? String(items.at(-1)?.seq) : null;
        cli.print({ items, next }, () => items.map(eventLine).join("\n"));
      }),
    );
  return about(command, {
    examples: ["boothctl ledger list --kind payment -n 20", "boothctl ledger list --lane exit-1 --json"],
  });
}

async function assertKind(kind: string | undefined): Promise<void> {
  const { EVENT_KINDS } = await import("../../common/events.ts");
  const { refuse } = await import("../../common/errors.ts");
  if (kind !== undefined && !EVENT_KINDS.some((each) => each === kind))
    refuse("invalid_input", `"${kind}" is not a kind; expected one of ${EVENT_KINDS.join(", ")}`);
}

/** An entry on one line; its data is JSON, so nothing in it can steer a terminal. */
function eventLine({ seq, at, kind, actor, lane, data }: LedgerEvent): string {
  const where = lane === null ? "" : ` ${lane}`;
  return `${String(seq).padStart(7)}  ${at}  ${kind.padEnd(18)}${where} ${actor.type}:${actor.id}  ${JSON.stringify(data)}`;
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
          if (follow) return followOn(cli, db, items);
          cli.print({ items, next: null }, () => items.map(eventLine).join("\n"));
        });
      }),
    );
  return about(command, { examples: ["boothctl ledger tail", "boothctl ledger tail --follow"], exits: [130] });
}

/** Prints events for as long as the process lives. */
async function followOn(cli: Cli, db: Db, items: readonly LedgerEvent[]): Promise<never> {
  const { followEvents } = await import("../../daemon/ledger/follow.ts");
  const { setTimeout: pause } = await import("node:timers/promises");
  const tell = (event: LedgerEvent) => process.stdout.write(`${cli.json ? JSON.stringify(event) : eventLine(event)}\n`);
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

interface VoidOptions {
  reason: string;
  note?: string;
}

function voidEntry(): Command {
  const command = new Command("void")
    .description("Voids a payment, a cash movement or an unpaid entry; the entry stays, and another says so.")
    .argument("<seq>", "its number", wholeNumber)
    .addOption(new Option("--reason <reason>", "why").choices(VOID_REASONS).makeOptionMandatory())
    .option("--note <text>", "in words; needed with the reason other")
    .action(
      act(async (cli, seq: number, { reason, note }: VoidOptions) => {
        cli.whenRefused(`Entry ${seq} stands as it was.`, `boothctl ledger show ${seq}`);
        const { VoidRequest } = await import("../../common/api/payments.ts");
        const input = await checkInput(VoidRequest, present({ reason, note }));
        await withBooth(cli, async ({ booth, actor }) => {
          const { voidEvent } = await import("../../daemon/services/voids.ts");
          const { BoothError } = await import("../../common/errors.ts");
          try {
            const event = await voidEvent(booth, actor, seq, input);
            cli.print(event, () => "");
            cli.say(`Entry ${seq} is voided by entry ${event.seq}.`);
          } catch (error) {
            if (!(error instanceof BoothError && error.code === "already_voided")) throw error;
            cli.print({ seq, alreadyVoided: true }, () => "");
            cli.say(`Entry ${seq}: ${error.message}. Nothing to do.`);
          }
        });
      }),
    );
  return about(command, { examples: ["boothctl ledger void 48190 --reason wrong_amount"], exits: [6, 7] });
}
