import { t } from "../../../text/index.ts";

/** The way back to all lanes. */
export function Back() {
  return (
    <a href="#/admin/setup" class="admin-way">
      <span aria-hidden="true" class="arrow">
        ‹
      </span>{" "}
      {t("setup.back")}
    </a>
  );
}
