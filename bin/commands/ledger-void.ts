import { Command, Option } from "commander";
import type { Db } from "../../common/node/db.ts";
import { VOID_REASONS } from "../../common/words.ts";
import { about } from "../cli/about.ts";
import { act } from "../cli/cli.ts";
import { checkInput, present, wholeNumber } from "../cli/input.ts";
import { withBooth } from "../cli/open.ts";
import { confirmName } from "../cli/prompt.ts";

interface VoidOptions {
  reason: string;
  note?: string;
  confirm?: string;
}

/** `boothctl ledger void` */
export function voidCommand(): Command {
  const command = new Command("void")
    .description("Voids a payment, a cash movement or an unpaid entry; the entry stays, and another says so.")
    .argument("<seq>", "its number", wholeNumber)
    .addOption(new Option("--reason <reason>", "why").choices(VOID_REASONS).makeOptionMandatory())
    .option("--note <text>", "in words; needed with the reason other")
    .option("--confirm <seq>", "its number again, instead of being asked; a script that gives a reason is not asked")
    .action(
      act(async (cli, seq: number, { reason, note, confirm }: VoidOptions) => {
        cli.whenRefused(`Entry ${seq} stands as it was.`, `boothctl ledger show ${seq}`);
        const { VoidRequest } = await import("../../common/api/payments.ts");
        const input = await checkInput(VoidRequest, present({ reason, note }));
        await withBooth(cli, async ({ booth, actor }) => {
          if (cli.interactive || confirm !== undefined)
            await confirmName(cli, String(seq), confirm, await warningOf(booth.db, seq));
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

/** What is about to be voided, in words. */
async function warningOf(db: Db, seq: number): Promise<string> {
  const { readEvent } = await import("../../daemon/ledger/read.ts");
  const { refuse } = await import("../../common/errors.ts");
  const { siteOf } = await import("../../daemon/services/sites.ts");
  const { formatMoney } = await import("../../common/money.ts");
  const { kind, at, data } = readEvent(db, seq) ?? refuse("not_found", `the ledger has no entry ${seq}`);
  const sum = "amount" in data ? ` of ${formatMoney(Number(data.amount), siteOf(db).currency)}` : "";
  return `This voids entry ${seq}, a ${kind}${sum} of ${at}, for good.`;
}
