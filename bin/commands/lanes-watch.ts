import { Command } from "commander";
import type { Lane } from "../../common/api/lanes.ts";
import { refuse } from "../../common/errors.ts";
import { about } from "../cli/about.ts";
import { act, type Cli } from "../cli/cli.ts";
import { laneLine } from "../cli/lane-line.ts";

/** `boothctl lanes watch`: a line for each change at a lane, until interrupted. */
export function watchCommand(): Command {
  const command = new Command("watch")
    .description("Shows a lane, or all of them, and every change there until interrupted; with --json one a line.")
    .argument("[lane]", "its id")
    .action(
      act(async (cli, lane: string | undefined) => {
        cli.whenRefused("Nothing was changed.", "boothctl lanes list");
        const { signedInClient } = await import("../cli/daemon-client.ts");
        const { followLanes } = await import("../cli/daemon-feed.ts");
        const { daemonOrigin } = await import("../cli/daemon-address.ts");
        const { instant, systemClock } = await import("../../common/node/clock.ts");
        const tell = (shown: Lane) => {
          if (lane === undefined || shown.id === lane) write(cli, instant(systemClock.now()), shown);
        };
        await followLanes(await signedInClient(cli), await daemonOrigin(cli), {
          onLanes(lanes) {
            if (lane !== undefined && !lanes.some(({ id }) => id === lane))
              refuse("not_found", `there is no lane ${lane}`);
            for (const shown of lanes) tell(shown);
          },
          onLane: tell,
        });
      }),
    );
  return about(command, { examples: ["boothctl lanes watch exit-1"], exits: [4, 5, 6, 9, 130] });
}

function write(cli: Cli, at: string, lane: Lane): void {
  process.stdout.write(`${cli.json ? JSON.stringify({ at, lane }) : laneLine(at, lane)}\n`);
}
