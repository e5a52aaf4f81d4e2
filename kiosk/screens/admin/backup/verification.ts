import { signal } from "@preact/signals";
import type { BackupVerdict } from "../../../../common/api/backups.ts";
import { post } from "../../../api.ts";
import { readBackups } from "../../../backups.ts";
import { progress } from "../../../feed.ts";
import { run } from "../../../run.ts";
import { t } from "../../../text/index.ts";
import { toast } from "../../../toasts.ts";

/** Gigabytes on a slow disk take their time. */
const TIMEOUT_MS = 60 * 60_000;

/** The copy that is being verified; it goes on while one looks at other pages. */
export const verification = signal<string | null>(null);

/** The last copy that did not prove itself, until another one is verified. */
export const badCopy = signal<BackupVerdict | null>(null);

/** Has the booth decrypt a copy to its end and compare every file with its signed list. */
export async function verify(name: string): Promise<void> {
  if (verification.value !== null) return toast(t("backup.verify.wait"));
  verification.value = name;
  badCopy.value = null;
  progress.value = new Map([...progress.value].filter(([task]) => task !== "backup_verify"));
  const verdict = await run(() => post<BackupVerdict>("/api/backup/verify", { name }, { timeoutMs: TIMEOUT_MS }));
  if (verdict?.ok) toast(t("backup.verify.good"));
  else badCopy.value = verdict ?? null;
  await readBackups().catch(() => {});
  verification.value = null;
}
