import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite } from "uvu";

const release = suite<{ clone: string }>("release");
const root = join(import.meta.dirname, "..");

/** A commit's author and time, so that git asks for nothing. */
const GIT = {
  GIT_AUTHOR_NAME: "A",
  GIT_AUTHOR_EMAIL: "a@example.org",
  GIT_COMMITTER_NAME: "A",
  GIT_COMMITTER_EMAIL: "a@example.org",
  GIT_AUTHOR_DATE: "2026-05-29T12:00:00Z",
  GIT_COMMITTER_DATE: "2026-05-29T12:00:00Z",
  GIT_CONFIG_GLOBAL: "/dev/null",
};

/** The source as it is here, committed on the branch `dev` of a repository of its own. */
release.before.each((context) => {
  const clone = mkdtempSync(join(tmpdir(), "release-"));
  context.clone = clone;
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], { cwd: root });
  const names = listed.toString().split("\0").filter(Boolean);
  for (const name of names) if (existsSync(join(root, name))) cpSync(join(root, name), join(clone, name));
  symlinkSync(join(root, "node_modules"), join(clone, "node_modules"));
  dependOnLittle(join(clone, "package-lock.json"));
  git(clone, "init", "--quiet", "--initial-branch=dev");
  writeFileSync(join(clone, ".git/info/exclude"), "node_modules\n");
  commit(clone);
});

/** A release of a few packages is made as one of all is, only sooner. */
function dependOnLittle(path: string): void {
  const lock = JSON.parse(readFileSync(path, "utf8")) as { packages: Record<string, { dependencies: object }> };
  const dependencies = Object.entries(lock.packages[""]!.dependencies);
  const few = dependencies.filter(([name]) =>
    ["age-encryption", "better-sqlite3", "commander", "valibot"].includes(name),
  );
  lock.packages[""]!.dependencies = Object.fromEntries(few);
  writeFileSync(path, JSON.stringify(lock));
}

release.after.each(({ clone }) => {
  rmSync(clone, { recursive: true, force: true });
});

const env = { PATH: process.env.PATH ?? "", HOME: "/nonexistent", ...GIT };
const git = (clone: string, ...args: string[]) =>
  execFileSync("git", args, { cwd: clone, env, encoding: "utf8" }).trim();

function commit(clone: string): string {
  git(clone, "add", "--all");
  git(clone, "commit", "--quiet", "--message=As it is");
  return git(clone, "rev-parse", "--short=7", "HEAD");
}

const build = (clone: string, ...args: string[]) =>
  spawnSync(process.execPath, ["bin/build/release.mjs", ...args], { cwd: clone, env, encoding: "utf8" });

const sha256 = (path: string) => createHash("sha256").update(readFileSync(path)).digest("hex");

release("a release runs by itself, moves its channel, and its name never stands for something else", ({ clone }) => {
  const tag = `dev-${git(clone, "rev-parse", "--short=7", "HEAD")}`;
  const made = build(clone);
  assert.equal(made.status, 0, made.stderr);
  const folder = join(clone, "var/releases");
  const file = join(folder, `parking-booth-${tag}.tar.gz`);
  assert.equal(readlinkSync(join(folder, "parking-booth-dev.tar.gz")), `parking-booth-${tag}.tar.gz`);

  const away = mkdtempSync(join(tmpdir(), "unpacked-"));
  try {
    execFileSync("tar", ["-xzf", file, "-C", away]);
    const tree = join(away, `parking-booth-${tag}`);
    execFileSync("sha256sum", ["--check", "--quiet", "SHA256SUMS"], { cwd: tree });
    const version = execFileSync(join(tree, "bin/boothctl"), ["version", "--json"], { env, encoding: "utf8" });
    assert.equal((JSON.parse(version) as { release: string }).release, tag);
    // The natives of production are in it, and what only development needs is not.
    const head = spawnSync(join(tree, "bin/boothctl"), ["config", "keygen", "backup"], { env, encoding: "utf8" });
    assert.match(head.stdout, /^AGE-SECRET-KEY-1/, head.stderr);
    assert.ok(existsSync(join(tree, "node_modules/better-sqlite3/build/Release/better_sqlite3.node")));
    for (const name of ["esbuild", "tsx", "typescript", "playwright-core"])
      assert.equal(existsSync(join(tree, "node_modules", name)), false, name);
    for (const name of ["systemd/parking-booth.service", "dist/migrations/booth/0001_ledger.sql"])
      assert.ok(existsSync(join(tree, name)), name);
  } finally {
    rmSync(away, { recursive: true, force: true });
  }

  const before = sha256(file);
  const again = build(clone);
  assert.deepEqual([again.status, sha256(file)], [0, before]);
  assert.match(again.stdout, /is there already, with the same content/);

  writeFileSync(file, execFileSync("tar", ["-czf", "-", "-C", clone, "LICENSE"]));
  const other = sha256(file);
  const refused = build(clone);
  assert.equal(refused.status, 1);
  assert.match(refused.stderr, /there already with other content/);
  assert.equal(sha256(file), other);
});

release("what is not committed, of this branch, and of the packages of the lock file is no release", ({ clone }) => {
  writeFileSync(join(clone, "common/strange.ts"), "export {};\n");
  const ran = build(clone);
  assert.equal(ran.status, 1);
  assert.match(ran.stderr, /changes that are not committed/);
  assert.equal(existsSync(join(clone, "var")), false);
  rmSync(join(clone, "common/strange.ts"));

  const named = build(clone, "--branch", "main");
  assert.equal(named.status, 1);
  assert.match(named.stderr, /--branch main is for a HEAD that is on no branch; this one is on dev/);

  const path = join(clone, "package-lock.json");
  const lock = JSON.parse(readFileSync(path, "utf8")) as { packages: Record<string, { version: string }> };
  lock.packages["node_modules/commander"]!.version = "999.0.0";
  writeFileSync(path, JSON.stringify(lock));
  commit(clone);
  const stale = build(clone);
  assert.equal(stale.status, 1);
  assert.match(stale.stderr, /node_modules\/commander is [\d.]+, not 999\.0\.0: run npm ci/);
  assert.deepEqual(readdirSync(join(clone, "var/releases")), []);
});

release.run();
