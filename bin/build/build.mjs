// Builds dist/, or the folder that is named: the Node programs, the kiosk and the files they read at run time. Everything is made in a folder of its
// own and then renamed into place file by file, so that neither a running daemon nor a second build sees half of it.
import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { buildPage } from "./page.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const usualDist = join(root, "dist");
const dist = resolve(process.argv[2] ?? usualDist);
const workshop = join(dist, `.building-${process.pid}`);

/** Programs that Node runs: source, and its name in dist. */
const programs = [
  { source: "bin/boothctl.ts", name: "boothctl" },
  { source: "daemon/ledger/verify-worker.ts", name: "verify-worker" },
  { source: "daemon/services/reprice-worker.ts", name: "reprice-worker" },
  { source: "daemon/services/backup/worker.ts", name: "backup-worker" },
];

/** Browser pages: a folder with index.html, main.tsx and style.css, its name in dist, and the path it is served below. */
const pages = [
  { source: "kiosk", name: "kiosk", base: "/" },
  { source: "collector/review/page", name: "review", base: "/review/" },
  { source: "daemon/http/openapi/page", name: "api-docs", base: "/api/docs/" },
];

/** Folders read at run time, copied as they are. */
const copies = [
  { source: "migrations", name: "migrations" },
  { source: "daemon/devices/drivers/pictures", name: "pictures" },
  { source: "node_modules/dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf", name: "fonts/DejaVuSansMono.ttf" },
  { source: "node_modules/dejavu-fonts-ttf/LICENSE", name: "fonts/LICENSE" },
];

/** Keeps what exists; says aloud what does not, so that nothing is left out unseen. */
function present(list, sourceOf) {
  return list.filter((item) => {
    const found = existsSync(join(root, sourceOf(item)));
    if (!found) console.log(`build: ${sourceOf(item)} does not exist, left out`);
    return found;
  });
}

async function buildPrograms() {
  const found = present(programs, (program) => program.source);
  if (found.length === 0) return;
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: found.map(({ source, name }) => ({ in: source, out: name })),
    // Named as if written to dist/, which the source maps count from; written to the workshop below.
    outdir: usualDist,
    write: false,
    bundle: true,
    platform: "node",
    target: "node20",
    format: "esm",
    packages: "external",
    splitting: true,
    sourcemap: true,
    chunkNames: "[name]-[hash]",
    logLevel: "warning",
  });
  for (const { path, contents } of outputFiles) writeFileSync(join(workshop, relative(usualDist, path)), contents);
}

/** The version of package.json and the commit it was built from; no time, so that the same source gives the same bytes. */
function writeVersion() {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  writeFileSync(join(workshop, "version.json"), `${JSON.stringify({ version, commit: currentCommit() })}\n`);
}

function currentCommit() {
  try {
    const options = { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] };
    return execFileSync("git", ["rev-parse", "--short=7", "HEAD"], options).trim() || "dev";
  } catch {
    return "dev";
  }
}

function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}

const hashedName = /-[A-Z0-9]{8}\.\w+(\.\w+)?$/;
const dayMs = 24 * 60 * 60 * 1000;

/** Hashed files go first: whoever reads a new entry file finds all that it names. */
function publish() {
  const files = filesIn(workshop).sort((a, b) => Number(hashedName.test(b)) - Number(hashedName.test(a)));
  for (const file of files) {
    mkdirSync(dirname(join(dist, file)), { recursive: true });
    renameSync(join(workshop, file), join(dist, file));
  }
  removeLeftovers(new Set(files));
}

/**
 * A migration or picture that is gone from the source goes at once. Hashed files of an earlier build stay for a day,
 * because a daemon or a browser that is still running it may load one late; so do the folders of builds under way.
 */
function removeLeftovers(current) {
  for (const file of filesIn(dist)) {
    if (current.has(file)) continue;
    const stays = hashedName.test(file) || file.startsWith(".building-");
    const age = Date.now() - (statSync(join(dist, file), { throwIfNoEntry: false })?.mtimeMs ?? 0);
    if (!stays || age > dayMs) rmSync(join(dist, file), { force: true });
  }
}

mkdirSync(workshop, { recursive: true });
try {
  await buildPrograms();
  for (const { source, name, base } of present(pages, (page) => `${page.source}/main.tsx`)) {
    await buildPage(join(root, source), join(workshop, name), base);
  }
  for (const { source, name } of present(copies, (copy) => copy.source)) {
    cpSync(join(root, source), join(workshop, name), { recursive: true });
  }
  writeVersion();
  publish();
} finally {
  rmSync(workshop, { recursive: true, force: true });
}
