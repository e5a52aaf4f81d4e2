import { useEffect } from "preact/hooks";
import type { BackupStatus } from "../../../../common/api/backups.ts";
import { backups, readBackups } from "../../../backups.ts";
import { type Loaded, useLoad } from "../../../parts/use-load.ts";

const WATCH_MS = 3000;

/** How backups stand: read when a page opens, and again as the booth tells news of them. */
export function useStatus(): Loaded<BackupStatus> {
  const loaded = useLoad(readBackups, "backup");
  const working = backups.value?.lastAttempt?.outcome === "running";
  // One that is made on the host tells nobody how far it is, nor that it failed.
  useEffect(() => {
    if (!working) return;
    const timer = setInterval(loaded.reload, WATCH_MS);
    return () => clearInterval(timer);
  }, [working, loaded.reload]);
  return { ...loaded, value: loaded.value && (backups.value ?? loaded.value) };
}
