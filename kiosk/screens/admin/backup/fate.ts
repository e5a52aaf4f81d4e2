import type { BackupConfigPreview, BackupCopy } from "../../../../common/api/backups.ts";
import { put } from "../../../api.ts";
import { useLoad } from "../../../parts/use-load.ts";
import { useSettled } from "../tariffs/use-settled.ts";
import type { Form } from "./form.ts";

/** What the next run deletes, and how much of that comes of the changes. */
export interface Fate {
  gone: readonly BackupCopy[];
  more: number;
}

/** Asks the booth what the next run would delete if these changes were saved. Rejects where they could not be. */
export async function readFate(changes: Partial<Form>): Promise<Fate> {
  const [now, then] = await Promise.all([previewOf({}), previewOf(changes)]);
  const known = new Set(now.map(({ name }) => name));
  return { gone: then, more: then.filter(({ name }) => !known.has(name)).length };
}

async function previewOf(changes: Partial<Form>): Promise<readonly BackupCopy[]> {
  return (await put<BackupConfigPreview>("/api/backup/config?dryRun=true", changes)).wouldRemove;
}

/** The same while somebody types; undefined until the booth has answered. */
export function useFate(changes: Partial<Form>): Fate | undefined {
  const settled = useSettled(JSON.stringify(changes));
  return useLoad(() => readFate(JSON.parse(settled) as Partial<Form>), settled).value;
}
