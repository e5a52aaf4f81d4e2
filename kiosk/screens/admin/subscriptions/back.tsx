import { t } from "../../../text/index.ts";

/** The way back to the list. */
export function Back() {
  return (
    <a href="#/admin/subscriptions" class="admin-way">
      <span aria-hidden="true" class="arrow">
        ‹
      </span>{" "}
      {t("subscription.back")}
    </a>
  );
}
