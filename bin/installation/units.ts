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
 * Gives the machine the users and units of a release; local changes are in drop-ins. Units that it brings are started
 * where it says so, and those that only the release before had are taken away. Done again, it goes on where it was cut.
 */
export async function placeSystem(
  layout: Layout,
  service: Service,
  role: Pick<Role, "user">,
  [before, after]: readonly [string, string],
): Promise<void> {
  if (place(join(layout.sysusers, `${role.user}.conf`), systemdFile(after, `${role.user}.sysusers`)))
    await makeUsers(layout, join(layout.sysusers, `${role.user}.conf`));
  const [had, listed] = [unitsIn(before, role), unitsIn(after, role)];
  const pathOf = ({ name }: Unit) => join(layout.units, name);
  for (const unit of had.filter((each) => systemdFile(after, each.name) === null && existsSync(pathOf(each)))) {
    await service.disable(unit.name);
    rmSync(pathOf(unit));
  }
  const has = listed.length > 0 ? listed : had;
  const isNew = (unit: Unit) =>
    !existsSync(pathOf(unit)) || !(had.length === 0 || had.some((e) => e.name === unit.name));
  const brought = has.filter((unit) => unit.isEnabled && isNew(unit));
  const changed = has.filter((unit) => place(pathOf(unit), systemdFile(after, unit.name)));
  if (changed.length > 0) await service.reload();
  for (const { name } of brought) await service.enable(name);
}

/** Writes a file of a release where another text stands, or none; answers whether it did. */
function place(path: string, text: string | null): boolean {
  if (text === null || (existsSync(path) && readFileSync(path, "utf8") === text)) return false;
  writeDurably(path, text, 0o644);
  return true;
}
