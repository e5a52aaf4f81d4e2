import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { recipientOf } from "../../daemon/services/backup/encryption.ts";
import { TEST_BACKUP_KEY } from "../helpers/backups.ts";
import { childEnvironment, openHere } from "../helpers/child-booth.ts";
import { BOOTHCTL } from "../helpers/cli.ts";
import { putPictures } from "./backup-payments.ts";
import { hasRestic } from "./restic-retention.ts";

export interface Comparison {
  /** Of pictures, beside the ledger. */
  bytes: number;
  rounds: number;
}

/** What one way of backing up took, in seconds, as the median of the rounds. */
export interface Timed {
  name: string;
  seconds: number;
  archiveBytes: number;
}

interface Way {
  name: string;
  /** One shell command, run in the folder of the comparison; what it writes is `out`. */
  command: string;
  /** Makes ready what is not timed. */
  before?: string;
}

/** Backs up the same directory by turns with the booth, with tar and age, and with restic, each to a disk it is forced to. */
export async function compareBackups({ bytes, rounds }: Comparison): Promise<Timed[]> {
  const folder = mkdtempSync(join(tmpdir(), "booth-compare-"));
  try {
    const env = {
      ...childEnvironment(join(folder, "data"), 1, { BACKUP_KEY: TEST_BACKUP_KEY }),
      ...toolsEnvironment(folder),
    };
    (await openHere(env)).db.close();
    putPictures(join(folder, "data"), bytes);
    writeFileSync(join(folder, "key.txt"), TEST_BACKUP_KEY);
    const ways = waysOf(await recipientOf(TEST_BACKUP_KEY));
    const times = ways.map((): number[] => []);
    const sizes = ways.map(() => 0);
    for (let round = 0; round < rounds; round += 1) {
      for (const [index, way] of ways.entries()) {
        const { seconds, archiveBytes } = runWay(way, folder, env);
        times[index]?.push(seconds);
        sizes[index] = archiveBytes;
      }
    }
    return ways.map(({ name }, index) => ({
      name,
      seconds: median(times[index] ?? []),
      archiveBytes: sizes[index] ?? 0,
    }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const toolsEnvironment = (folder: string) => ({
  PATH: process.env.PATH ?? "",
  HOME: folder,
  RESTIC_REPOSITORY: join(folder, "out"),
  RESTIC_PASSWORD: "x",
});

/** The booth proves each backup before it counts; so of the others there is one that proves too. */
function waysOf(recipient: string): Way[] {
  const boothctl = [process.execPath, BOOTHCTL].map((word) => `'${word}'`).join(" ");
  const pack = `mkdir out && tar -C data -cf - booth.db pictures | age -r ${recipient} > out/x.tar.age && sync out/x.tar.age out`;
  const save = "restic backup -q data/booth.db data/pictures && sync -f out";
  const restic: Way[] = [
    { name: "restic", before: "restic init -q", command: save },
    { name: "restic, and read back", before: "restic init -q", command: `${save} && restic check -q --read-data` },
  ];
  return [
    {
      name: "the booth, proved",
      before: "mkdir out && ln -sfn ../out data/backups",
      command: `${boothctl} backup run -q`,
    },
    { name: "tar and age", command: pack },
    { name: "tar and age, and compared", command: `${pack} && age -d -i key.txt out/x.tar.age | tar -C data -df -` },
    ...(hasRestic() ? restic : []),
  ];
}

function runWay({ name, command, before }: Way, cwd: string, env: Record<string, string>) {
  const run = (line: string) => {
    const ran = spawnSync("bash", ["-o", "pipefail", "-c", line], { cwd, env, encoding: "utf8" });
    if (ran.status !== 0) throw new Error(`${name}: ${line}: ${ran.stdout}${ran.stderr}`);
  };
  rmSync(join(cwd, "out"), { recursive: true, force: true });
  run(before ?? "true");
  const began = performance.now();
  run(command);
  const seconds = (performance.now() - began) / 1000;
  return { seconds, archiveBytes: sizeOf(join(cwd, "out")) };
}

function sizeOf(folder: string): number {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
