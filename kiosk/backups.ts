import { computed, signal } from "@preact/signals";
import type { BackupStatus } from "../common/api/backups.ts";
import type { EventKind } from "../common/events.ts";
import { get } from "./api.ts";
import { feed, onEvent, progress } from "./feed.ts";
import { may } from "./session.ts";

/** Nobody tells when a backup is late, or when one that was made on the host failed. */
const READ_EVERY_MS = 5 * 60_000;
const KINDS: readonly EventKind[] = ["backup_done", "restore_done", "site_change"];

/** How backups stand, as last read; null until then, and for whoever may not know it. */
export const backups = signal<BackupStatus | null>(null);

/** What is wrong with the backups, the first thing to look after. */
export type BackupAlarm = "no_key" | "failed" | "target" | "lost" | "late" | "never";

/** What is wrong, or null where the booth finds nothing wrong. */
export function backupAlarmOf({ ok, key, lastEnded, lastSuccess, lost, target }: BackupStatus): BackupAlarm | null {
  if (ok) return null;
  if (key === "none") return "no_key";
  if (lastEnded?.outcome === "failed" || lastEnded?.outcome === "cut_off") return "failed";
  if (!target.ok) return "target";
  if (lost !== null) return "lost";
  return lastSuccess === null ? "never" : "late";
}

/** Reads how backups stand, for every part of the screen that shows it. */
export async function readBackups(): Promise<BackupStatus> {
  const status = await get<BackupStatus>("/api/backup/status");
  if (may("site:read")) backups.value = status;
  return status;
}

/** Keeps in step with the backups, for those who may see how they stand; once, at the start. */
export function followBackups(): void {
  const mayRead = computed(() => may("site:read"));
  const isLive = computed(() => feed.value.state === "live");
  const told = computed(() => progress.value.get("backup"));
  const read = () => {
    // The next news or the next turn will do.
    if (mayRead.peek()) readBackups().catch(() => {});
  };
  mayRead.subscribe((allowed) => {
    backups.value = null;
    if (allowed) read();
  });
  isLive.subscribe((live) => live && read());
  told.subscribe((task) => task?.result !== undefined && read());
  onEvent(({ kind }) => KINDS.includes(kind) && read());
  setInterval(read, READ_EVERY_MS);
}
