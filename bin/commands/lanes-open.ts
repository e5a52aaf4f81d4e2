import { randomUUID } from "node:crypto";
import { Command, Option } from "commander";
import type { LedgerEvent } from "../../common/events.ts";
import { INTENT_REASONS } from "../../common/words.ts";
import { about } from "../cli/about.ts";
import { act } from "../cli/cli.ts";
import { present } from "../cli/input.ts";

interface Options {
  reason: string;
  note?: string;
}

/** `boothctl lanes open`: asks a barrier to open by hand; it is recorded with the reason, and with a picture. */
export function openCommand(): Command {
  const command = new Command("open")
    .description("Asks the barrier of a lane to open, by hand and on record.")
    .argument("<lane>", "its id")
    .addOption(new Option("--reason <reason>", "why").choices(INTENT_REASONS).makeOptionMandatory())
    .option("--note <text>", "in words; needed with the reason other")
    .action(
      act(async (cli, lane: string, { reason, note }: Options) => {
        cli.whenRefused(`${lane} was not opened.`, "boothctl lanes list");
        const { signedInClient } = await import("../cli/daemon-client.ts");
        const client = await signedInClient(cli);
        const event = await client.ask<LedgerEvent<"barrier_intent">>(
          "POST",
          `/api/lanes/${encodeURIComponent(lane)}/intent`,
          { intent: "open", reason, ...present({ note }) },
          { "idempotency-key": randomUUID() },
        );
        cli.print(event, () => `${lane}: open requested at ${event.at} (entry ${event.seq})`);
        cli.say(`What the barrier says to it: boothctl lanes watch ${lane}`);
      }),
    );
  return about(command, {
    examples: ['boothctl lanes open exit-1 --reason equipment_fault --note "relay test"'],
    exits: [4, 5, 6, 7, 9],
  });
}
