// npm run prove:systemd: installs, starts, crashes, hangs, stops, upgrades, takes back and restores a booth under a real
// systemd, on machines made for it below var/proof. Takes root, debootstrap and systemd-nspawn.
import { join } from "node:path";
import { makeBase, whatIsMissing } from "./systemd-machine.ts";
import { proveSystemd } from "./systemd-proof.ts";
import { buildReleases } from "./systemd-releases.ts";

const root = join(import.meta.dirname, "..", "..");
const folder = join(root, "var", "proof");
const missing = whatIsMissing();
if (missing !== null) {
  console.error(`prove:systemd: ${missing}`);
  process.exit(1);
}
const say = (text: string) => console.error(`prove:systemd: ${text}`);
const started = performance.now();
say("the base of the machines");
makeBase(folder);
say("the releases");
const releases = buildReleases(root, folder);
const figures = await proveSystemd(folder, releases, say);
const seconds = Math.round((performance.now() - started) / 1000);
const words = Object.entries(figures).map(([name, value]) => `${name} ${value}`);
console.log(`systemd: all held in ${seconds} s; ${words.join(", ")}`);
