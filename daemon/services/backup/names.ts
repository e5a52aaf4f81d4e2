import { instant } from "../../../common/node/clock.ts";

/** A backup's file by its name, which says when its data were read. */
export interface NamedCopy {
  name: string;
  /** Milliseconds since 1970, in whole seconds. */
  at: number;
}

/** The file name of a backup: `booth-<site>-<UTC>.tar.age`, such as `booth-main-20260528T020000Z.tar.age`. */
export function backupName(siteId: string, at: number): string {
  return `booth-${siteId}-${instant(at).slice(0, 19).replace(/[-:]/g, "")}Z.tar.age`;
}

/** What a name says, or null for a file that is not this site's backup and so none of ours. */
export function parseBackupName(siteId: string, name: string): NamedCopy | null {
  const stamp = name.startsWith(`booth-${siteId}-`) ? name.slice(`booth-${siteId}-`.length) : "";
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.tar\.age$/.exec(stamp) ?? [];
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`);
  // A date that does not exist is read as another one, and so would get another name.
  return Number.isNaN(at) || backupName(siteId, at) !== name ? null : { name, at };
}

/**
 * The time by which the next backup is named: now, or a second after the newest there is while the clock is behind it. So
 * the order of names is the order in which they were made, whatever the clock does.
 */
export function nextBackupAt(now: number, known: readonly NamedCopy[]): number {
  const newest = known.reduce((latest, { at }) => Math.max(latest, at), Number.NEGATIVE_INFINITY);
  return Math.max(Math.floor(now / 1000) * 1000, newest + 1000);
}
