import { Command } from "commander";
import type { SiteConfig } from "../../common/api/site.ts";
import { LANGUAGES } from "../../common/words.ts";
import { about } from "../cli/about.ts";
import { act } from "../cli/cli.ts";
import { usageError } from "../cli/errors.ts";
import { checkInput } from "../cli/input.ts";
import { withBooth } from "../cli/open.ts";
import { pairs } from "../cli/text.ts";

/** `boothctl site …` */
export function siteCommand(): Command {
  const site = new Command("site").description("The site: its name, time zone, currency, receipts and limits.");
  for (const verb of [show(), set()]) site.addCommand(verb);
  return site;
}

const asText = (site: SiteConfig) =>
  pairs(Object.entries(site).map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : value]));

function show(): Command {
  const command = new Command("show").description("Shows the site's configuration.").action(
    act(async (cli) => {
      const site = await withBooth(cli, async ({ booth }) =>
        (await import("../../daemon/services/site-config.ts")).readSiteConfig(booth),
      );
      cli.print(site, () => asText(site));
    }),
  );
  return about(command, { examples: ["boothctl site show"] });
}

/** How a setting is written on the command line, and read from it. */
const SETTINGS = [
  ["--name <name>", "its name, on screens and receipts"],
  ["--address <text>", "its address, on receipts"],
  ["--timezone <zone>", "a time zone of the IANA list, such as Europe/Madrid"],
  ["--currency <code>", "ISO 4217; fixed once money was taken"],
  ["--language <code>", `${LANGUAGES.join(", ")}: of receipts and of the sign-in screen`],
  ["--capacity <spaces>", "how many spaces there are; none: nobody counts"],
  ["--receipt-header <text>", "the first lines of a receipt"],
  ["--receipt-footer <text>", "the last lines of a receipt"],
  ["--tax-label <text>", "what the tax is called on receipts"],
  ["--entry-presence-bypass <on|off>", "let cars in although no presence is reported"],
  ["--entry-presence-bypass-until <instant>", "until when; none: until it is switched off"],
  ["--plate-retention-days <days>", "after how many days plates are erased"],
] as const;

const READ_AS: Readonly<Record<string, (text: string) => unknown>> = {
  capacity: (text) => (text === "none" ? null : Number(text)),
  entryPresenceBypass: (text) => (["on", "off"].includes(text) ? text === "on" : text),
  entryPresenceBypassUntil: (text) => (text === "none" ? null : text),
  plateRetentionDays: Number,
};

function set(): Command {
  const command = new Command("set").description("Changes what is named, and nothing else.");
  for (const [flags, description] of SETTINGS) command.option(flags, description);
  command.action(
    act(async (cli, given: Record<string, string>) => {
      cli.whenRefused("The site was not changed.", "boothctl site show");
      const named = Object.entries(given);
      if (named.length === 0) throw usageError("Nothing to set was named.", { hint: "boothctl site set --help" });
      const { SiteConfigUpdate } = await import("../../common/api/site.ts");
      const update = await checkInput(
        SiteConfigUpdate,
        Object.fromEntries(
          named.map(([name, text]) => [name, READ_AS[name]?.(text) ?? (name in READ_AS ? null : text)]),
        ),
      );
      await withBooth(cli, async ({ booth, actor }) => {
        const { readSiteConfig, updateSiteConfig } = await import("../../daemon/services/site-config.ts");
        const before = readSiteConfig(booth);
        const after = await updateSiteConfig(booth, actor, update);
        const isSame = JSON.stringify(before) === JSON.stringify(after);
        cli.print(after, () => "");
        cli.say(isSame ? "The site is so already." : "The site was changed.");
      });
    }),
  );
  return about(command, {
    examples: ['boothctl site set --name "Harbour St" --timezone Europe/Madrid', "boothctl site set --capacity 120"],
    exits: [7],
  });
}
