import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { writeDurably } from "../../common/node/durable-file.ts";
import type { Layout } from "./layout.ts";
import type { Role } from "./roles.ts";
import { runProgram } from "./run-program.ts";
import type { Service } from "./service.ts";

/** A unit of a release, and whether the machine starts it. */
export interface Unit {
  name: string;
  isEnabled: boolean;
}

/** A file of a release that is written for systemd; null where the release has none of that name. */
export function systemdFile(release: string, name: string): string | null {
  const path = join(release, "systemd", name);
  return existsSync(path) ? readFileSync(path, "utf8") : null;
}

/** The units of a release: its list has the format of systemd.preset(5). The first releases have no list. */
export function unitsIn(release: string, { user }: Pick<Role, "user">): Unit[] {
  const lines = (systemdFile(release, `${user}.preset`) ?? "").matchAll(/^(enable|disable) ([\w.@-]+)$/gm);
  return [...lines].map(([, verb, name = ""]) => ({ name, isEnabled: verb === "enable" }));
}

/** Makes the users of a list that lies among the machine's own. */
export async function makeUsers({ root, isThisMachine }: Layout, list: string): Promise<void> {
  await runProgram("systemd-sysusers", [...(isThisMachine ? [] : [`--root=${root}`]), list]);
}

/**
 * Gives the machine the units and users of a release; local changes are in drop-ins. New units are started where the
 * release says so, and those that only the release before had are taken away.
 */
export async function placeSystem(
  layout: Layout,
  service: Service,
  { user }: Pick<Role, "user">,
  [before, after]: readonly [string, string],
): Promise<void> {
  await placeUsers(layout, `${user}.sysusers`, after);
  const listed = new Map([before, after].flatMap((each) => unitsIn(each, { user })).map((unit) => [unit.name, unit]));
  const units = [...listed.values()].map((unit) => ({
    ...unit,
    path: join(layout.units, unit.name),
    isNew: !existsSync(join(layout.units, unit.name)),
    text: systemdFile(after, unit.name),
  }));
  for (const { name, path } of units.filter(({ isNew, text }) => text === null && !isNew)) {
    await service.disable(name);
    rmSync(path);
  }
  const changed = units.filter(
    ({ path, isNew, text }) => text !== null && (isNew || readFileSync(path, "utf8") !== text),
  );
  for (const { path, text } of changed) writeDurably(path, text ?? "", 0o644);
  if (changed.length > 0) await service.reload();
  for (const { name } of changed.filter(({ isNew, isEnabled }) => isNew && isEnabled)) await service.enable(name);
}

async function placeUsers(layout: Layout, name: string, release: string): Promise<void> {
  const [path, text] = [join(layout.sysusers, name), systemdFile(release, name)];
  if (text === null || (existsSync(path) && readFileSync(path, "utf8") === text)) return;
  writeDurably(path, text, 0o644);
  await makeUsers(layout, path);
}
