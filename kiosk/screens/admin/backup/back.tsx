import { t } from "../../../text/index.ts";

/** The way back to how backups stand. */
export function Back() {
  return (
    <a href="#/admin/backup" class="admin-way">
      <span aria-hidden="true" class="arrow">
        ‹
      </span>{" "}
      {t("backup.back")}
    </a>
  );
}
