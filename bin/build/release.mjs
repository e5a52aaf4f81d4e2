// npm run release: builds var/releases/parking-booth-<branch>-<sha>.tar.gz, all that a booth needs besides Node, and on
// the branches dev and stage moves the channel of that name to it. A name of branch and commit stands for one content
// for ever. `--out DIR` puts it elsewhere; `--branch NAME` names the branch where HEAD is on none.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { create, extract } from "tar";
import { copyProductionPackages } from "./production-packages.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const { values } = parseArgs({ options: { out: { type: "string" }, branch: { type: "string" } } });
const out = resolve(values.out ?? join(root, "var", "releases"));

/** Branches whose newest release is also known by the branch's name alone. */
const channels = ["dev", "stage"];
const copied = ["bin/boothctl", "systemd", "README.md", "LICENSE", "package.json"];

function stop(message) {
  console.error(`release: ${message}`);
  process.exit(1);
}

const git = (...args) => execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();

function readSource() {
  if (git("status", "--porcelain") !== "")
    stop("there are changes that are not committed: a release stands for a commit");
  const current = git("branch", "--show-current");
  if (values.branch && current && values.branch !== current)
    stop(`--branch ${values.branch} is for a HEAD that is on no branch; this one is on ${current}`);
  const branch = values.branch ?? current;
  if (!/^[A-Za-z0-9_.]+(-[A-Za-z0-9_.]+)*$/.test(branch))
    stop(`"${branch}" cannot be a release's branch: letters, digits, _ . and - are; give --branch NAME`);
  const commit = git("rev-parse", "HEAD");
  return { branch, commit, tag: `${branch}-${commit.slice(0, 7)}`, committedAt: git("log", "-1", "--format=%cI") };
}

const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();

/** The migrations of a database, and from which on a program can work with each though it does not know it. */
function migrationsIn(folder) {
  return filesIn(folder).map((name) => {
    const header = /^-- older programs: from (\d{4})$/m.exec(readFileSync(join(folder, name), "utf8"));
    return { name, olderFrom: header?.[1] ?? null };
  });
}

function fill(tree, { tag, branch, commit, committedAt }) {
  copyProductionPackages(root, tree);
  execFileSync(process.execPath, [join(root, "bin", "build", "build.mjs"), join(tree, "dist")], { stdio: "inherit" });
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const built = { version, commit: commit.slice(0, 7), release: tag };
  writeFileSync(join(tree, "dist", "version.json"), `${JSON.stringify(built)}\n`);
  for (const name of copied) cpSync(join(root, name), join(tree, name), { recursive: true });
  const bytes = filesIn(tree).reduce((sum, name) => sum + lstatSync(join(tree, name)).size, 0);
  const facts = {
    tag,
    branch,
    commit,
    version,
    committedAt,
    node: { abi: process.versions.modules, version: process.versions.node },
    platform: process.platform,
    arch: process.arch,
    bytes,
    migrations: migrationsIn(join(tree, "dist", "migrations", "booth")),
  };
  writeFileSync(join(tree, "release.json"), `${JSON.stringify(facts, null, 2)}\n`);
  const sums = filesIn(tree).map((name) => {
    const sum = createHash("sha256")
      .update(readFileSync(join(tree, name)))
      .digest("hex");
    return `${sum}  ${name}\n`;
  });
  writeFileSync(join(tree, "SHA256SUMS"), sums.join(""));
}

/** Packs in the order of names with the commit's time, so that the same content gives the same bytes. */
function pack(folder, name, file, mtime) {
  const entries = filesIn(join(folder, name)).map((each) => join(name, each));
  // What is in it stands first: whoever asks need not read to the end.
  const first = ["release.json", "SHA256SUMS"].map((each) => join(name, each));
  const rest = entries.filter((each) => !first.includes(each));
  const setMode = (_, stat) => {
    stat.mode = stat.mode & 0o100 ? 0o100755 : 0o100644;
    return true;
  };
  create({ cwd: folder, file, gzip: { level: 6 }, portable: true, mtime, sync: true, filter: setMode }, [
    ...first,
    ...rest,
  ]);
}

function sumsIn(file) {
  const folder = mkdtempSync(join(out, ".looking-"));
  try {
    extract({ cwd: folder, file, strip: 1, sync: true, filter: (path) => path.endsWith("/SHA256SUMS") });
    return readFileSync(join(folder, "SHA256SUMS"), "utf8");
  } catch {
    return null;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function moveChannel(branch, fileName) {
  if (!channels.includes(branch)) return;
  const channel = join(out, `parking-booth-${branch}.tar.gz`);
  const temporary = `${channel}.${process.pid}`;
  symlinkSync(fileName, temporary);
  renameSync(temporary, channel);
  console.log(`release: ${branch} is ${fileName} now`);
}

const source = readSource();
const name = `parking-booth-${source.tag}`;
const file = join(out, `${name}.tar.gz`);
mkdirSync(out, { recursive: true });
const workshop = mkdtempSync(join(out, ".building-"));
try {
  const tree = join(workshop, name);
  mkdirSync(tree);
  fill(tree, source);
  if (!existsSync(file)) {
    pack(workshop, name, join(workshop, "packed"), new Date(source.committedAt));
    renameSync(join(workshop, "packed"), file);
    console.log(`release: ${file} (${Math.round(lstatSync(file).size / 1e6)} MB)`);
  } else if (sumsIn(file) === readFileSync(join(tree, "SHA256SUMS"), "utf8")) {
    console.log(`release: ${file} is there already, with the same content`);
  } else {
    rmSync(workshop, { recursive: true });
    stop(`${file} is there already with other content, and a name of branch and commit is never given twice`);
  }
  moveChannel(source.branch, `${name}.tar.gz`);
} finally {
  rmSync(workshop, { recursive: true, force: true });
}
