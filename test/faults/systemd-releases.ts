import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { packRelease, writeSums } from "../helpers/releases.ts";

/** Three releases as files: the one of this commit, one that follows, and one that does not start. */
export interface Releases {
  first: Packed;
  next: Packed;
  broken: Packed;
}

export interface Packed {
  tag: string;
  file: string;
}

/** Builds the release of the last commit with `npm run release`, and makes the other two of it. */
export function buildReleases(root: string, folder: string): Releases {
  const clone = join(folder, "clone");
  for (const each of [clone, join(folder, "made")]) rmSync(each, { recursive: true, force: true });
  execFileSync("git", ["clone", "--quiet", root, clone]);
  // A release may be given another branch's name only where HEAD is on none.
  execFileSync("git", ["checkout", "--quiet", "--detach"], { cwd: clone });
  symlinkSync(join(root, "node_modules"), join(clone, "node_modules"));
  writeFileSync(join(clone, ".git/info/exclude"), "node_modules\n");
  const made = join(folder, "made");
  execFileSync(process.execPath, ["bin/build/release.mjs", "--branch", "main", "--out", made], {
    cwd: clone,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const name = readdirSync(made).find((each) => each.endsWith(".tar.gz")) ?? "";
  const first = { tag: name.slice("parking-booth-".length, -".tar.gz".length), file: join(made, name) };
  execFileSync("tar", ["-xzf", first.file, "-C", made]);
  const tree = join(made, `parking-booth-${first.tag}`);
  const migration = "-- older programs: from 0013\nALTER TABLE sites ADD COLUMN proof TEXT;\n";
  const list = readFileSync(join(tree, "systemd/parking-booth.preset"), "utf8");
  const next = derive(tree, "main-bbbbbbb", {
    "dist/migrations/booth/0990_proof.sql": migration,
    "systemd/parking-booth.preset": `${list}enable parking-booth-proof.timer\ndisable parking-booth-proof.service\n`,
    "systemd/parking-booth-proof.timer": "[Timer]\nOnCalendar=daily\n[Install]\nWantedBy=timers.target\n",
    "systemd/parking-booth-proof.service": "[Service]\nType=oneshot\nExecStart=true\n",
  });
  const crash = "console.error('broken on purpose'); process.exit(3);\n";
  const start = readFileSync(join(tree, "dist/boothctl.js"), "utf8");
  const broken = derive(tree, "main-ccccccc", {
    "dist/migrations/booth/0990_proof.sql": migration,
    "dist/boothctl.js": `if (process.argv.includes("serve")) { ${crash} }\n${start}`,
  });
  return { first, next, broken };
}

/** A release that differs from another by its tag and some files. */
function derive(tree: string, tag: string, files: Readonly<Record<string, string>>): Packed {
  const other = join(tree, "..", `parking-booth-${tag}`);
  mkdirSync(other);
  cpSync(tree, other, { recursive: true });
  const change = (path: string, facts: object) => {
    const before = JSON.parse(readFileSync(join(other, path), "utf8")) as object;
    writeFileSync(join(other, path), JSON.stringify({ ...before, ...facts }));
  };
  for (const [path, text] of Object.entries(files)) writeFileSync(join(other, path), text);
  const migrations = readdirSync(join(other, "dist/migrations/booth"))
    .sort()
    .map((name) => ({ name, olderFrom: files[`dist/migrations/booth/${name}`] === undefined ? null : "0013" }));
  change("release.json", { tag, migrations });
  change("dist/version.json", { release: tag });
  writeSums(other);
  const file = packRelease(other);
  if (!existsSync(file)) throw new Error(`${file} was not made`);
  return { tag, file };
}
