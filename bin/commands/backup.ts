import { Command } from "commander";
import type { BackupRun, BackupStatus } from "../../common/api/backups.ts";
import { about } from "../cli/about.ts";
import { keepsText, readStatus, targetError, whyKept } from "../cli/backup.ts";
import { act, type Cli } from "../cli/cli.ts";
import { CliError, sentence, usageError } from "../cli/errors.ts";
import { pairs, sizeText, table } from "../cli/text.ts";
import { configCommand } from "./backup-config.ts";
import { drillCommand } from "./backup-drill.ts";
import { keysCommand } from "./backup-keys.ts";
import { pruneCommand } from "./backup-prune.ts";
import { restoreCommand } from "./backup-restore.ts";
import { runCommand } from "./backup-run.ts";
import { verifyCommand } from "./backup-verify.ts";

/** `boothctl backup …` */
export function backupCommand(): Command {
  const backup = new Command("backup").description(
    "Copies of the booth that can be restored: made, proved, kept and opened.",
  );
  const verbs = [runCommand(), list(), status(), verifyCommand(), configCommand(), pruneCommand(), drillCommand()];
  for (const verb of [...verbs, restoreCommand(), keysCommand()]) backup.addCommand(verb);
  return backup;
}

function list(): Command {
  const command = new Command("list")
    .description("Lists the backups in the target directory, and why each is kept.")
    .action(
      act(async (cli) => {
        const { copies, target } = await readStatus(cli);
        if (!target.ok) throw targetError(target.message);
        const rows = copies.map((copy) => [copy.name, sizeText(copy.bytes), copy.proof, copy.seq, whyKept(copy)]);
        cli.print({ items: copies, next: null }, () =>
          rows.length === 0
            ? "There is no backup yet."
            : table(["name", "size", "proof", "up to entry", "kept as"], rows),
        );
      }),
    );
  return about(command, { examples: ["boothctl backup list", "boothctl backup list --json"], exits: [9] });
}

function status(): Command {
  const command = new Command("status")
    .description("Says how backups stand; with --max-age, whether the last good one is young enough.")
    .option("--max-age <time>", "fail if there is none that is younger, such as 26h or 2d")
    .action(
      act(async (cli, { maxAge }: { maxAge?: string }) => {
        const mostMs = maxAge === undefined ? null : durationOf(maxAge);
        const found = await readStatus(cli);
        cli.print(found, () => asText(found, cli));
        if (mostMs !== null) await assertYoung(found, mostMs, String(maxAge));
      }),
    );
  return about(command, {
    examples: ["boothctl backup status", "boothctl backup status --max-age 26h"],
    exits: [8, 9],
  });
}

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

function durationOf(text: string): number {
  const [, count = "", unit = ""] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
  const ms = UNITS[unit];
  if (ms === undefined) throw usageError(`--max-age ${text}: expected minutes, hours or days, such as 26h.`);
  return Number(count) * ms;
}

/** The clock may be set back a little; a backup of a later time than that may be of any age. */
const MOST_AHEAD_MS = 60_000;

async function assertYoung({ lastSuccess, target }: BackupStatus, mostMs: number, maxAge: string): Promise<void> {
  if (!target.ok) throw targetError(target.message);
  const { systemClock } = await import("../../common/node/clock.ts");
  const age = lastSuccess ? systemClock.now() - Date.parse(lastSuccess.startedAt) : Number.POSITIVE_INFINITY;
  if (age <= mostMs && age >= -MOST_AHEAD_MS) return;
  const message = lastSuccess ? `The last good backup is of ${lastSuccess.startedAt}` : "There is no good backup";
  throw new CliError(8, "check_failed", `${message}: none is younger than ${maxAge}.`, { hint: "boothctl backup run" });
}

const KEYS = {
  identity: "an identity: the booth writes backups and proves them",
  recipient: "a recipient: the booth writes backups and cannot read them (written, not proven)",
  none: "none: no backup is made",
} as const;

function asText(found: BackupStatus, { paint }: Cli): string {
  const { target, lastAttempt, copies } = found;
  const state = found.ok ? paint.green("all is well") : paint.red(sentence(found.message ?? ""));
  const room = target.freeBytes === null ? "" : ` · ${sizeText(target.freeBytes)} free`;
  const disk = target.sameDisk ? " · on the same disk as the data: a second one would survive it" : "";
  const failed =
    lastAttempt && lastAttempt.outcome !== "done" ? [["last attempt", attemptText(lastAttempt)] as const] : [];
  return pairs([
    ["state", state],
    ["last good", found.lastSuccess ? `${found.lastSuccess.startedAt} · ${found.lastSuccess.name}` : null],
    ...failed,
    ["next", found.next],
    ["schedule", `${found.schedule} on the site's clock`],
    ["target", `${found.targetDir}${room}${disk}`],
    ["retention", keepsText(found)],
    ["copies", copies.length],
    ["key", KEYS[found.key]],
  ]);
}

function attemptText({ startedAt, outcome, message }: BackupRun): string {
  return `${startedAt} · ${outcome.replace("_", " ")}${message ? `: ${message}` : ""}`;
}
