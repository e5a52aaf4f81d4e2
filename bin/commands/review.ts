import { Command } from "commander";
import type { ReviewStatus } from "../../common/api/carwash.ts";
import { REVIEW_KINDS } from "../../common/review.ts";
import { about } from "../cli/about.ts";
import { act } from "../cli/cli.ts";
import { environmentOf } from "../cli/environment.ts";
import { withDatabase } from "../cli/open.ts";
import { reviewConfigOf } from "../cli/review.ts";
import { type SiteTimes, siteTimes } from "../cli/site-times.ts";
import { pairs, table } from "../cli/text.ts";
import { flushCommand } from "./review-flush.ts";

/** `boothctl review …` */
export function reviewCommand(): Command {
  return new Command("review")
    .description("The pictures that wait for the review collector.")
    .addCommand(status())
    .addCommand(flushCommand());
}

function status(): Command {
  const command = new Command("status")
    .description("Says what waits for the collector, what it refused, and how the last upload went.")
    .action(
      act(async (cli) => {
        const env = await environmentOf(cli);
        const config = reviewConfigOf(env);
        const { queue, time } = await withDatabase(cli, async (db) => {
          const { readReviewStatus } = await import("../../daemon/services/reviews/status.ts");
          return { queue: readReviewStatus({ db, config }), time: await siteTimes(db) };
        });
        const found = { ...queue, entrySample: config.carwashReviewEntrySample };
        cli.print(found, () => asText(found, time));
        if (!found.queueing) cli.say("Nothing is queued here: neither COLLECTOR_URL nor a sampling of entries is set.");
      }),
    );
  return about(command, { examples: ["boothctl review status", "boothctl review status --json"], exits: [6] });
}

function asText(found: ReviewStatus & { entrySample: number }, time: SiteTimes): string {
  const { queue, dropped, setAside, lastError, entrySample } = found;
  const kinds = REVIEW_KINDS.map((kind) => {
    const { items, bytes, oldest } = queue[kind];
    return [kind, items, bytes, time(oldest), dropped[kind]];
  });
  const rows = [
    ["sampling", samplingText(entrySample)],
    ["collector", found.collectorUrl],
    ["sent", found.sent],
    ["last upload", time(found.lastUpload)],
    ["last error", lastError && `${time(lastError.at)} ${lastError.message}`],
    ["next try", time(found.nextTry)],
    ["set aside", setAside.count],
  ] as const;
  const parts = [table(["kind", "waiting", "bytes", "oldest", "dropped"], kinds), pairs(rows)];
  return setAside.count === 0 ? parts.join("\n\n") : [...parts, setAsideTable(setAside, time)].join("\n\n");
}

function samplingText(entrySample: number): string {
  if (entrySample === 0) return "off";
  return entrySample === 1 ? "every entry sampled" : `1 in ${entrySample} entries sampled`;
}

function setAsideTable({ count, items }: ReviewStatus["setAside"], time: SiteTimes): string {
  const rows = items.map((item) => [item.itemId, item.kind, time(item.setAsideAt), item.reason]);
  const shown = table(["set aside", "kind", "at", "reason"], rows);
  return items.length < count ? `${shown}\nThe newest ${items.length} of ${count}.` : shown;
}
