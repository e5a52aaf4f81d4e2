import { spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Temporal } from "temporal-polyfill";
import { decideRetention, type RetentionPolicy } from "../../daemon/services/backup/retention.ts";

/** Zones whose clocks change within the days that are looked at, and one whose do not. */
const ZONES = ["UTC", "Europe/Madrid", "America/Santiago"] as const;
const FIRST_DAY = { UTC: "2026-02-20", "Europe/Madrid": "2026-03-20", "America/Santiago": "2026-03-27" } as const;
const DAYS = 16;
const HOURS = ["00:30:00", "03:15:00", "23:30:00"];

export interface ResticFigures {
  histories: number;
  copies: number;
  violations: string[];
}

/** Whether there is a `restic` to compare with. */
export function hasRestic(): boolean {
  return spawnSync("restic", ["version"]).status === 0;
}

/** A copy in the repository, and the histories that it is part of. */
interface Copy {
  id: string;
  zone: (typeof ZONES)[number];
  at: number;
  histories: number[];
}

/**
 * Asks `restic forget --dry-run` of random histories and compares what it would keep with what the booth keeps. The rules
 * are the same where no day is without a backup and each one is verified: restic counts days that have one, the booth days
 * of the calendar.
 */
export function compareWithRestic(histories: number): ResticFigures {
  const folder = mkdtempSync(join(tmpdir(), "booth-restic-"));
  try {
    const restic = openRepository(folder);
    const copies = makeCopies(restic, folder, histories);
    const figures: ResticFigures = { histories: 0, copies: 0, violations: [] };
    for (let n = 0; n < histories; n += 1)
      compare(
        restic,
        copies.filter((copy) => copy.histories.includes(n)),
        n,
        figures,
      );
    return figures;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type Restic = (args: readonly string[], zone?: string) => string;

function openRepository(folder: string): Restic {
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    RESTIC_REPOSITORY: join(folder, "repository"),
    RESTIC_PASSWORD: "x",
  };
  const restic: Restic = (args, zone = "UTC") => {
    const ran = spawnSync("restic", args, { env: { ...env, TZ: zone }, encoding: "utf8" });
    if (ran.status !== 0) throw new Error(`restic ${args.join(" ")}: ${ran.stderr}`);
    return ran.stdout;
  };
  restic(["init"]);
  return restic;
}

/** One copy for each of a few times of each day, and for each the histories that it is part of. */
function makeCopies(restic: Restic, folder: string, histories: number): Copy[] {
  const file = join(folder, "file");
  writeFileSync(file, "something to keep");
  const members = chooseMembers(histories);
  return ZONES.flatMap((zone) =>
    Array.from({ length: DAYS * HOURS.length }, (_, slot): Copy => {
      const day = Math.floor(slot / HOURS.length);
      const date = Temporal.PlainDate.from(FIRST_DAY[zone]).add({ days: day });
      const time = HOURS[slot % HOURS.length] ?? "";
      const at = date.toZonedDateTime({ timeZone: zone, plainTime: time }).epochMilliseconds;
      const tags = members.flatMap((member, n) => (member.zone === zone && member.slots.has(slot) ? [n] : []));
      const args = ["backup", "--json", "--time", `${date} ${time}`, ...tags.flatMap((n) => ["--tag", `h${n}`]), file];
      const summary = restic(args, zone).trim().split("\n").at(-1) ?? "";
      return { id: String(JSON.parse(summary).snapshot_id), zone, at, histories: tags };
    }),
  );
}

/** For each history a zone and its copies: one or more of each day of a stretch of days. */
function chooseMembers(histories: number) {
  return Array.from({ length: histories }, (_, n) => {
    const first = randomInt(DAYS - 1);
    const last = first + randomInt(DAYS - first);
    const slots = new Set<number>();
    for (let day = first; day <= last; day += 1) {
      slots.add(day * HOURS.length + randomInt(HOURS.length));
      for (const hour of HOURS.keys()) if (randomInt(2) === 0) slots.add(day * HOURS.length + hour);
    }
    return { zone: ZONES[n % ZONES.length] ?? "UTC", slots };
  });
}

function compare(restic: Restic, copies: readonly Copy[], n: number, figures: ResticFigures): void {
  const policy: RetentionPolicy = { keepLast: randomInt(7), keepDailyDays: 1 + randomInt(DAYS) };
  const zone = copies[0]?.zone ?? "UTC";
  const dateOf = (at: number) =>
    Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate().toString();
  const named = copies.map(({ id, at }) => ({ name: id, at, proof: "verified" as const }));
  const ours = decideRetention(named, policy, dateOf)
    .filter(({ reasons }) => reasons.length > 0)
    .map(({ name }) => name.slice(0, 8));
  const keep = ["--keep-last", String(policy.keepLast), "--keep-daily", String(policy.keepDailyDays)];
  const [group] = JSON.parse(
    restic(["forget", "--dry-run", "--json", "--group-by", "", "--tag", `h${n}`, ...keep], zone),
  );
  const theirs = (group.keep as { short_id: string }[]).map(({ short_id }) => short_id);
  figures.histories += 1;
  figures.copies += copies.length;
  if (ours.sort().join() !== theirs.sort().join())
    figures.violations.push(
      `${copies.length} copies in ${zone}, ${JSON.stringify(policy)}: the booth keeps ${ours.length}, restic ${theirs.length}`,
    );
}
