// Makes a clone ready to run: packages, bundles and, with --test, the programs the tests call. Runs before anything is
// installed, so it knows Node's own modules only. What is already there is left alone; a second run takes a second or two.
import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");

/** Programs that only the tests need; a new one is one more line. `variable` may name another place for it. */
const testPrograms = [
  { command: "chromium", aptPackage: "chromium", variable: "CHROMIUM_PATH" },
  { command: "age", aptPackage: "age" },
  { command: "systemd-analyze", aptPackage: "systemd" },
];

/** Loaded in a child: a module built for another Node version may take the whole process down with it. */
const loadNatives = `
  const { createRequire } = await import("node:module");
  const require = createRequire(${JSON.stringify(join(root, "package.json"))});
  new (require("better-sqlite3"))(":memory:").close();
  require("bcrypt");
  require("esbuild").transformSync("");
`;

function succeeds(command, args) {
  return spawnSync(command, args, { cwd: root, stdio: "ignore" }).status === 0;
}

/** Runs a step with its output on stderr (stdout belongs to the program started afterwards); stops everything if it fails. */
function runOrStop(command, args, env = process.env) {
  const { status, error } = spawnSync(command, args, { cwd: root, env, stdio: ["ignore", 2, 2] });
  if (status === 0) return;
  stop(`${[command, ...args].join(" ")} failed${error ? `: ${error.message}` : ""}`);
}

function stop(message) {
  console.error(`prepare: ${message}`);
  process.exit(1);
}

/** npm as the one that called us, else the one on the path. */
function npm(args) {
  const script = process.env.npm_execpath;
  return script?.endsWith(".js") ? [process.execPath, [script, ...args]] : ["npm", args];
}

function preparePackages() {
  const complete =
    succeeds(...npm(["ls", "--include=dev"])) &&
    succeeds(process.execPath, ["--input-type=module", "--eval", loadNatives]);
  if (complete) return;
  console.error("prepare: installing packages (about a minute, SQLite is compiled)");
  runOrStop(...npm(["ci", "--include=dev"]));
}

function isPresent({ command, variable }) {
  const place = variable ? process.env[variable] : undefined;
  return succeeds(place || command, ["--version"]);
}

function prepareTestPrograms() {
  const missing = testPrograms.filter((program) => !isPresent(program)).map((program) => program.aptPackage);
  if (missing.length === 0) return;
  const install = ["install", "--yes", "--no-install-recommends", "-o", "DPkg::Lock::Timeout=300", ...missing];
  if (process.getuid?.() !== 0 || !succeeds("apt-get", ["--version"])) {
    stop(`the tests need ${missing.join(" and ")}; run: sudo apt-get ${install.join(" ")}`);
  }
  console.error(`prepare: installing ${missing.join(" and ")}`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  runOrStop("apt-get", ["update", "-o", "DPkg::Lock::Timeout=300"], env);
  runOrStop("apt-get", install, env);
}

preparePackages();
if (process.argv.includes("--test")) prepareTestPrograms();
runOrStop(process.execPath, [join(root, "bin", "build", "build.mjs")]);
