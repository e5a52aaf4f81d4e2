import { existsSync, readFileSync, readlinkSync } from "node:fs";
import { basename, join, resolve } from "node:path";

/** Where an installation keeps its parts. */
export interface Layout {
  /** `/`, or the root of the image of another machine. */
  root: string;
  isThisMachine: boolean;
  releases: string;
  /** The link to the release that runs. */
  current: string;
  /** Where release files are looked for that are named by their tag alone. */
  incoming: string;
  history: string;
  /** What an upgrade under way would go back to. */
  journal: string;
  lock: string;
  etc: string;
  units: string;
  sysusers: string;
  command: string;
}

export function layoutOf(root: string): Layout {
  const home = join(root, "opt/parking-booth");
  return {
    root,
    isThisMachine: root === "/",
    releases: join(home, "releases"),
    current: join(home, "current"),
    incoming: join(home, "incoming"),
    history: join(home, "history.jsonl"),
    journal: join(home, "upgrade.json"),
    lock: join(home, "upgrade.lock"),
    etc: join(root, "etc/parking-booth"),
    units: join(root, "etc/systemd/system"),
    sysusers: join(root, "etc/sysusers.d"),
    command: join(root, "usr/local/bin/boothctl"),
  };
}

/** The installation that a release's folder is part of; null where it stands alone. */
export function layoutAround(folder: string): Layout | null {
  const layout = layoutOf(resolve(folder, "../../../.."));
  return folderOf(layout, basename(folder)) === folder ? layout : null;
}

export const folderOf = ({ releases }: Layout, tag: string) => join(releases, tag);

/** The tag of the release that the link names; null where nothing is installed. */
export function currentTag({ current }: Layout): string | null {
  try {
    return basename(readlinkSync(current));
  } catch {
    return null;
  }
}

/** The ids of a user of the installation, from its own list of users; null where it has none of that name. */
export function idsOf({ root }: Layout, user: string): { uid: number; gid: number } | null {
  const path = join(root, "etc/passwd");
  const line = existsSync(path)
    ? readFileSync(path, "utf8")
        .split("\n")
        .find((each) => each.startsWith(`${user}:`))
    : undefined;
  const [, , uid, gid] = line?.split(":") ?? [];
  return uid === undefined || gid === undefined ? null : { uid: Number(uid), gid: Number(gid) };
}
