import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";

const root = join(import.meta.dirname, "..", "..");

/** What a release of a test has that the program here has not. */
export interface ReleaseChange {
  tag: string;
  /** Further migrations of the booth: file name and SQL. */
  migrations?: Readonly<Record<string, string>>;
  /** Files written over, by their path in the release. */
  files?: Readonly<Record<string, string>>;
  facts?: object;
}

/** A folder of a test within the repository, where programs find its packages by looking upwards. */
export function openReleaseBench(): { dir: string; close(): void } {
  mkdirSync(join(root, "var"), { recursive: true });
  const dir = mkdtempSync(join(root, "var", "releases-"));
  return { dir, close: () => rmSync(dir, { recursive: true, force: true }) };
}

export const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();

/** What a release that was built on this machine says of itself, its size and migrations apart. */
export const factsOf = (tag: string) => ({
  tag,
  commit: tag.slice(-7),
  version: "1.0.0",
  node: { abi: process.versions.modules, version: process.versions.node },
  platform: process.platform,
  arch: process.arch,
});

/** Lays out the program as it was built, as a release without its packages; answers the folder. */
export function layRelease(dir: string, { tag, migrations = {}, files = {}, facts = {} }: ReleaseChange): string {
  const tree = join(dir, `parking-booth-${tag}`);
  const filter = (path: string) => !/\.map$|\.building-|\/kiosk\/(?!index\.html)[^/]+$/.test(path);
  cpSync(join(root, "dist"), join(tree, "dist"), { recursive: true, filter });
  for (const name of ["bin/boothctl", "systemd", "README.md", "package.json"])
    cpSync(join(root, name), join(tree, name), { recursive: true });
  const folder = join(tree, "dist/migrations/booth");
  for (const [name, sql] of Object.entries(migrations)) writeFileSync(join(folder, name), sql);
  writeFileSync(
    join(tree, "dist/version.json"),
    JSON.stringify({ version: "1.0.0", commit: tag.slice(-7), release: tag }),
  );
  for (const [name, text] of Object.entries(files)) writeFileSync(join(tree, name), text);
  const known = readdirSync(folder).sort();
  const olderFrom = (name: string) =>
    /^-- older programs: from (\d{4})$/m.exec(readFileSync(join(folder, name), "utf8"))?.[1] ?? null;
  const told = {
    ...factsOf(tag),
    bytes: filesIn(tree).reduce((sum, name) => sum + statSync(join(tree, name)).size, 0),
    migrations: known.map((name) => ({ name, olderFrom: olderFrom(name) })),
    ...facts,
  };
  writeFileSync(join(tree, "release.json"), JSON.stringify(told));
  writeSums(tree);
  return tree;
}

export function writeSums(tree: string): void {
  const sum = (name: string) =>
    createHash("sha256")
      .update(readFileSync(join(tree, name)))
      .digest("hex");
  const names = filesIn(tree).filter((name) => name !== "SHA256SUMS");
  writeFileSync(join(tree, "SHA256SUMS"), names.map((name) => `${sum(name)}  ${name}\n`).join(""));
}

/** Packs a release's folder beside itself, as `npm run release` does; answers the file. `more` comes last. */
export function packRelease(tree: string, ...more: string[]): string {
  const [dir, name] = [join(tree, ".."), tree.slice(tree.lastIndexOf("/") + 1)];
  const first = ["release.json", "SHA256SUMS"].map((each) => `${name}/${each}`);
  const rest = filesIn(tree).map((each) => `${name}/${each}`);
  const names = [...first, ...rest.filter((each) => !first.includes(each))];
  execFileSync("tar", ["--no-recursion", "--owner=0", "--group=0", "-czf", `${tree}.tar.gz`, ...names, ...more], {
    cwd: dir,
  });
  return `${tree}.tar.gz`;
}
