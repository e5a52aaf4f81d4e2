import { cpSync, existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

/** What packages bring that only compiling them takes, or reading their source. */
const leftOut = [
  /^node_modules\/better-sqlite3\/(deps|src|docs)(\/|$)/,
  /^node_modules\/bcrypt\/(src|test|examples)(\/|$)/,
  /\/build\/(?!Release(\/|$))/,
  /\/build\/Release\/(?![^/]*\.node$)/,
  /\/test_extension\.node$/,
  /\.(d\.[cm]?ts|[cm]?ts|map|md|markdown)$/i,
  /\/\.package-lock\.json$/,
];

const isWanted = (path) => /(^|\/)licen[cs]e/i.test(path) || !leftOut.some((pattern) => pattern.test(path));

/** Where a package that another asks for by name lies: beside its own packages, or further up. */
function placeOf(packages, name, from) {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf("/node_modules/")))) {
    const path = `${at === "" ? "" : `${at}/`}node_modules/${name}`;
    if (packages[path]) return path;
    if (at === "") return undefined;
  }
}

/** Null where nothing is installed. */
function installedVersion(folder) {
  const path = join(folder, "package.json");
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")).version : null;
}

/**
 * The installed packages that the program needs when it runs, followed from its dependencies through the lock file:
 * `node_modules/koa` and the like. The lock file's own marks also name what only optional peers would bring.
 */
function productionPackages(root) {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const found = new Set();
  const follow = (from) => {
    const { dependencies = {}, optionalDependencies = {} } = packages[from];
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const path = placeOf(packages, name, from);
      if (path === undefined || found.has(path)) continue;
      const installed = installedVersion(join(root, path));
      if (installed === null && packages[path].optional) continue;
      if (installed !== packages[path].version)
        throw new Error(`${path} is ${installed ?? "not installed"}, not ${packages[path].version}: run npm ci`);
      found.add(path);
      follow(path);
    }
  };
  follow("");
  return [...found].sort();
}

/** Copies the packages of production, as they are installed and compiled here, into a folder. */
export function copyProductionPackages(root, target) {
  for (const path of productionPackages(root)) {
    cpSync(join(root, path), join(target, path), {
      recursive: true,
      dereference: true,
      // A package within a package has its own line in the lock file, and may be one of development.
      filter: (source) => {
        const name = relative(root, source);
        return name === path || (isWanted(name) && !name.slice(path.length).startsWith("/node_modules"));
      },
    });
  }
}
