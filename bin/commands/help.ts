import { Command } from "commander";
import { about, verbsOf } from "../cli/about.ts";
import { act, callOf } from "../cli/cli.ts";
import { EXIT_CODES } from "../cli/exit-codes.ts";
import { COLLECTOR_ENVIRONMENT_FILE, ENVIRONMENT_FILE } from "../cli/side.ts";
import { pairs } from "../cli/text.ts";
import { namesOf, unknown } from "../cli/wrong-usage.ts";

const ENVIRONMENT = [
  ["DATA_DIR", "where the booth keeps its data (./var/booth); --data-dir goes before it"],
  ["EVENT_SIGNING_KEY", "the ledger's key: boothctl config keygen signing"],
  ["SESSION_SECRET", "signs sign-ins: boothctl config keygen session"],
  ["BACKUP_KEY", "encrypts backups: an age identity, or a recipient: boothctl config keygen backup"],
  ["BOOTH_ID", "the booth's name in its ledger and at the collector (booth-1)"],
  ["HOST, PORT", "where the daemon listens (127.0.0.1, 8080)"],
  ["MODULES_ENTITLED", "module ids, comma-separated (all)"],
  ["WS_ALLOWED_ORIGINS", "origins of the live feed, comma-separated (the booth's own on loopback)"],
  ["COOKIE_SECURE", "0 where the booth is served over plain http"],
  ["TRUST_PROXY", "1 behind a proxy that sets X-Forwarded-For"],
  ["CARWASH_REVIEW_ENTRY_SAMPLE", "one in so many entries is sampled (0: none)"],
  ["COLLECTOR_URL, COLLECTOR_TOKEN", "where review packages go"],
  ["LOG_LEVEL, LOG_FORMAT", "info; json or text"],
  ["NO_COLOR, TERM=dumb", "no colours"],
] as const;

/** Those of the collector, which has its own file. */
const COLLECTOR_ENVIRONMENT = [
  ["DATA_DIR", "where the collector keeps its data (./var/collector); --data-dir goes before it"],
  ["REVIEWER_LOGIN", "who may label: boothctl collector reviewer set-password"],
  ["HOST, PORT", "where the collector listens (127.0.0.1, 8090)"],
  ["LOG_LEVEL, LOG_FORMAT", "info; json or text"],
] as const;

const environmentText =
  () => `Settings, from a flag, the environment, ${ENVIRONMENT_FILE}, or the default, in this order.
A secret may also come as NAME_FILE, the path of a file that holds it.

${pairs(ENVIRONMENT)}

The collector's, from its own environment or ${COLLECTOR_ENVIRONMENT_FILE}:

${pairs(COLLECTOR_ENVIRONMENT)}`;

const JSON_TEXT = `With --json a command prints one JSON value on stdout and nothing else; a list is {"items": […], "next": null},
everything else has the members the HTTP API gives it. ledger tail --follow prints one event a line, for as long as it runs.

An error is one JSON object on stderr:
  apiVersion  "boothctl/v1"
  kind        "Error"
  code        what went wrong, such as invalid_input; the booth's own codes are those of its HTTP API
  message     the same as a sentence
  unchanged   what was left as it was
  hint        the next command to try
  details     [{"path", "message"}], where there are some
  exit        the exit code: boothctl help exit-codes
  requestId   where the running booth refused it: the id by which its log has the request`;

interface Page {
  command: string;
  help: string;
}

/** The help of a command and of all below it, in the order of the tree. */
function pagesOf(command: Command): Page[] {
  return [{ command: callOf(command), help: command.helpInformation() }, ...verbsOf(command).flatMap(pagesOf)];
}

const PAGES: Readonly<Record<string, { value: unknown; text: () => string }>> = {
  "exit-codes": {
    value: EXIT_CODES,
    text: () => pairs(EXIT_CODES.map(({ code, meaning }) => [String(code), meaning])),
  },
  environment: {
    value: { ...Object.fromEntries(ENVIRONMENT), collector: Object.fromEntries(COLLECTOR_ENVIRONMENT) },
    text: environmentText,
  },
  json: { value: { text: JSON_TEXT }, text: () => JSON_TEXT },
};

/** What `boothctl help` explains besides commands. */
export const TOPICS = ["all", ...Object.keys(PAGES)];

/** `boothctl help [topic…]`: a topic, or the help of a command. */
export function helpCommand(): Command {
  const command: Command = new Command("help")
    .description("Explains a command, or exit-codes, environment or json; all is the help of every command.")
    .argument("[topic...]", `a command, or one of ${TOPICS.join(", ")}`);
  command.action(
    act((cli, words: string[]) => {
      const topic = words.length === 1 ? PAGES[words[0] ?? ""] : undefined;
      if (topic) return cli.print(topic.value, topic.text);
      let found = command.parent ?? command;
      if (words.join() === "all") {
        const items = pagesOf(found);
        return cli.print({ items, next: null }, () => items.map(({ help }) => help).join("\n"));
      }
      for (const word of words) {
        const next = found.commands.find((each) => each.name() === word);
        if (!next) {
          const others = found === command.parent ? TOPICS : [];
          throw unknown("command or topic", word, [...namesOf(found), ...others], "boothctl --help");
        }
        found = next;
      }
      found.outputHelp();
    }),
  );
  return about(command, {
    examples: [
      "boothctl help exit-codes",
      "boothctl help environment",
      "boothctl help setup assign",
      "boothctl help all",
    ],
  });
}
