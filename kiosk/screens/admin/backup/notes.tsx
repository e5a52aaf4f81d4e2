import type { BackupStatus } from "../../../../common/api/backups.ts";
import { t } from "../../../text/index.ts";

/** What is no fault and could still be better. */
export function Notes({ status: { key, target, lastSuccess } }: { status: BackupStatus }) {
  const notes = [
    target.sameDisk === true ? t("backup.note.same_disk") : null,
    key === "recipient" ? t("backup.note.recipient") : null,
    lastSuccess?.code === "not_pruned" ? t("backup.note.not_pruned") : null,
  ].filter((note) => note !== null);
  if (notes.length === 0) return null;
  return (
    <ul class="backup-notes">
      {notes.map((note) => (
        <li key={note}>
          <span aria-hidden="true">▲ </span>
          {note}
        </li>
      ))}
    </ul>
  );
}
