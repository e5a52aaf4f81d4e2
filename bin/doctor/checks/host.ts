import { existsSync } from "node:fs";
import { LEAST_FREE_BYTES } from "../../../common/node/checks.ts";
import { freeBytes } from "../../../common/node/disk.ts";
import { isProduction } from "../../cli/environment.ts";
import { shellWord, sizeText } from "../../cli/text.ts";
import { IMMUTABLE_TAG } from "../../installation/release.ts";
import { ask, unitProperties } from "../ask.ts";
import { type DoctorCheck, failed, type Outcome, passed, skipped, warning } from "../finding.ts";

const LOW_BYTES = 1e9;
/** Restarts of a unit that are more than somebody's upgrade. */
const MANY_RESTARTS = 3;
const UNIT = "parking-booth";
const KIOSK_UNIT = "parking-booth-kiosk";

/** What keeps a browser on one page, quiet, and off the network's updates. */
const KIOSK_FLAGS = [
  "--kiosk",
  "--noerrdialogs",
  "--disable-pinch",
  "--overscroll-history-navigation=0",
  "--disable-component-update",
  "--touch-events=enabled",
  "--disable-features=Translate",
  "--check-for-update-interval=31536000",
];

const ELSE_DEVELOPMENT = "Where this is no production: set NODE_ENV=development.";

const diskFree: DoctorCheck = {
  id: "disk.free",
  subject: "Disk",
  look({ dataDir }) {
    if (!existsSync(dataDir)) return skipped(`there is no ${dataDir} yet`);
    const free = freeBytes(dataDir);
    const message = `${sizeText(free)} free for ${dataDir}`;
    const fix = `du -xhd2 ${shellWord(dataDir)} | sort -h | tail`;
    if (free < LEAST_FREE_BYTES) return failed(`${message}: no payment can be recorded soon`, fix);
    return free < LOW_BYTES ? warning(message, fix) : passed(message);
  },
};

const clockNtp: DoctorCheck = {
  id: "clock.ntp",
  subject: "Clock",
  async look() {
    const said = await ask("timedatectl", ["show", "--property=NTPSynchronized", "--value"]);
    const word = said?.trim();
    if (word !== "yes" && word !== "no")
      return skipped("this host does not say whether its clock is kept (no timedatectl)");
    if (word === "yes") return passed("kept by the network");
    return failed(
      "not kept by the network: times of stays may be wrong",
      "timedatectl set-ntp true && timedatectl status",
    );
  },
};

const serviceUnit: DoctorCheck = {
  id: "service.unit",
  subject: "Service",
  async look() {
    const unit = await unitProperties(UNIT, ["ActiveState", "SubState", "UnitFileState", "NRestarts"]);
    if (!unit) return skipped(`no unit ${UNIT} of systemd on this host`);
    const { ActiveState, SubState, UnitFileState, NRestarts } = unit;
    if (ActiveState !== "active")
      return failed(
        `${UNIT} is ${ActiveState} (${SubState})`,
        `systemctl restart ${UNIT}`,
        `Why it ended: journalctl -u ${UNIT} -n 50`,
      );
    if (UnitFileState === "disabled")
      return warning(`${UNIT} does not start with the host`, `systemctl enable ${UNIT}`);
    if (Number(NRestarts) > MANY_RESTARTS)
      return warning(`${UNIT} was restarted ${NRestarts} times`, `journalctl -u ${UNIT} -p err -n 50`);
    return passed(`systemd has ${UNIT} running`);
  },
};

const serviceReady: DoctorCheck = {
  id: "service.ready",
  subject: "Service",
  async look({ daemon, silentAt }) {
    if (!daemon) return lookAtSilence(silentAt);
    if (daemon.hindrances.length === 0) return passed("can take money");
    return failed(
      `cannot take money: ${daemon.hindrances.join("; ")}`,
      "boothctl support-bundle",
      "Send it to support where nothing else here explains it.",
    );
  },
};

/** Nobody answers: nobody is to, or a booth hangs or was killed. */
async function lookAtSilence(silentAt: string | null): Promise<Outcome> {
  const unit = await unitProperties(UNIT, ["ActiveState"]);
  if (silentAt === null && unit?.ActiveState !== "active") return skipped("the booth does not run");
  const message = `the booth does not answer${silentAt === null ? "" : ` at ${silentAt}`}: it hangs, or was killed`;
  return unit
    ? failed(message, `systemctl restart ${UNIT}`)
    : failed(message, "boothctl serve", "One that hangs has to be ended first.");
}

const versionPin: DoctorCheck = {
  id: "version.pin",
  subject: "Version",
  look({ env, version, daemon }) {
    if (daemon !== null && daemon.version !== version)
      return warning(`the booth still runs ${daemon.version}`, null, `Restart the booth, and it runs ${version}.`);
    if (IMMUTABLE_TAG.test(version)) return passed(`${version} is a release`);
    if (!isProduction(env)) return skipped(`${version} is no release; NODE_ENV is not production`);
    const message = `${version} is no release, and this is production`;
    if (env.NODE_ENV) return failed(message, "boothctl upgrade apply RELEASE");
    return warning(`${message}, as NODE_ENV is not set`, "boothctl upgrade apply RELEASE", ELSE_DEVELOPMENT);
  },
};

const kioskFlags: DoctorCheck = {
  id: "kiosk.flags",
  subject: "Screen",
  async look() {
    const unit = await unitProperties(KIOSK_UNIT, ["ExecStart"]);
    if (!unit) return skipped(`no unit ${KIOSK_UNIT} of systemd on this host`);
    const given = (unit.ExecStart ?? "").split(/[\s;]+/);
    const lacking = KIOSK_FLAGS.filter((flag) => !given.includes(flag));
    if (lacking.length === 0) return passed("the browser has the flags of a kiosk");
    return warning(`the browser lacks ${lacking.join(" ")}`, `systemctl edit ${KIOSK_UNIT}`, "Then restart it.");
  },
};

/** The machine and what runs the booth on it. */
export const HOST_CHECKS: readonly DoctorCheck[] = [
  diskFree,
  clockNtp,
  serviceUnit,
  serviceReady,
  versionPin,
  kioskFlags,
];
