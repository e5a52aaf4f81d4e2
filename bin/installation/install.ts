import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { makeKey } from "../cli/make-key.ts";
import { currentTag, folderOf, idsOf, type Layout } from "./layout.ts";
import { pointLink } from "./link.ts";
import { ownFolder, verifyFolder } from "./release.ts";
import type { Role } from "./roles.ts";
import { runProgram } from "./run-program.ts";
import { directoryStep, firstFileStep, type Owner, ownFileStep, type Step } from "./step.ts";
import { makeUsers, systemdFile, unitsIn } from "./units.ts";

export interface InstallOrder {
  layout: Layout;
  role: Role;
  /** The release that is installed: where this program was unpacked. */
  tag: string;
  boothId: string;
}

/** Every step of an installation, in order. */
export function installSteps(order: InstallOrder): Step[] {
  return [
    ...leftoverSteps(order),
    ...programSteps(order),
    ...userSteps(order),
    ...settingSteps(order),
    ...unitSteps(order),
  ];
}

/** The name of the machine, where it can be a booth's. */
export function usualBoothId(): string {
  return /^[A-Za-z0-9_-]{1,64}$/.test(hostname()) ? hostname() : "booth-1";
}

function programSteps({ layout, tag }: InstallOrder): Step[] {
  const folder = folderOf(layout, tag);
  return [
    {
      what: `copy the release ${tag} to ${folder}`,
      isDone: () => existsSync(folder),
      async run() {
        const source = ownFolder();
        await verifyFolder(source);
        mkdirSync(layout.releases, { recursive: true, mode: 0o755 });
        const temporary = `${folder}.${process.pid}.tmp`;
        try {
          cpSync(source, temporary, { recursive: true });
          openToAll(temporary);
          renameSync(temporary, folder);
        } finally {
          rmSync(temporary, { recursive: true, force: true });
        }
      },
    },
    directoryStep(layout.incoming, 0o755, () => null),
    {
      // Which release runs later on is the business of upgrades.
      what: `point ${layout.current} at it`,
      isDone: () => currentTag(layout) !== null,
      run: () => pointLink(layout.current, folder),
    },
    {
      what: `make the command ${layout.command}`,
      isDone: () => existsSync(layout.command),
      run: () => pointLink(layout.command, join(layout.current, "bin/boothctl")),
    },
  ];
}

/** Lets everybody read a folder, and run what its owner can run. */
function openToAll(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const mayRun = entry.isDirectory() || (statSync(path).mode & 0o100) !== 0;
    chmodSync(path, mayRun ? 0o755 : 0o644);
  }
}

const ownText = (name: string) => systemdFile(ownFolder(), name) ?? "";

function userSteps({ layout, role }: InstallOrder): Step[] {
  const file = join(layout.sysusers, `${role.user}.conf`);
  return [
    directoryStep(layout.sysusers, 0o755, () => null),
    ownFileStep(file, () => ownText(`${role.user}.sysusers`)),
    {
      what: `make the user and group ${role.user}`,
      isDone: () => idsOf(layout, role.user) !== null,
      run: () => makeUsers(layout, file),
    },
  ];
}

function settingSteps({ layout, role, boothId }: InstallOrder): Step[] {
  const { file, example } = role.environment;
  const keyFolder = join(layout.etc, role.keyFolder);
  const own: Owner = () => idsOf(layout, role.user);
  /** Root writes them, members of the group read them. */
  const group: Owner = () => {
    const ids = own();
    return ids && { uid: 0, gid: ids.gid };
  };
  const settings = () => ownText(example).replace(/^BOOTH_ID=.*$/m, `BOOTH_ID=${boothId}`);
  const keys = Object.entries(role.keys).map(([name, purpose]) =>
    firstFileStep(
      join(keyFolder, name),
      async () => (purpose === null ? "" : `${(await makeKey(purpose)).value}\n`),
      0o640,
      group,
    ),
  );
  return [
    directoryStep(layout.etc, 0o755, () => null),
    firstFileStep(join(layout.etc, file), settings, 0o644, () => null),
    directoryStep(keyFolder, 0o750, group),
    ...keys,
    directoryStep(join(layout.root, role.dataDir), 0o750, own),
  ];
}

function unitSteps({ layout, role }: InstallOrder): Step[] {
  const where = layout.isThisMachine ? [] : [`--root=${layout.root}`];
  const call = (...words: string[]) => runProgram("systemctl", [...where, ...words]);
  const wants = (unit: string) => (unit.endsWith(".timer") ? "timers.target.wants" : "multi-user.target.wants");
  const units = unitsIn(ownFolder(), role);
  const placing = units.map(({ name }): Step => {
    const step = ownFileStep(join(layout.units, name), () => ownText(name));
    const run = async () => {
      await step.run();
      if (layout.isThisMachine) await call("daemon-reload");
    };
    return { ...step, run };
  });
  const enabling = units
    .filter(({ isEnabled }) => isEnabled)
    .map(({ name }) => ({
      what: `let the machine start ${name}`,
      // A link, which in an image leads to nothing of this machine.
      isDone: () => lstatSync(join(layout.units, wants(name), name), { throwIfNoEntry: false }) !== undefined,
      run: async () => void (await call("enable", name)),
    }));
  return [directoryStep(layout.units, 0o755, () => null), ...placing, ...enabling];
}

/** Removes what an installation or upgrade that was cut off has left half copied. */
function leftoverSteps({ layout: { releases } }: InstallOrder): Step[] {
  const find = () =>
    [dirname(releases), releases]
      .filter(existsSync)
      .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
      .filter((path) => path.endsWith(".tmp"));
  return find().map((path) => ({
    what: `remove ${path}, which is half copied`,
    isDone: () => !existsSync(path),
    run: () => rmSync(path, { recursive: true, force: true }),
  }));
}
