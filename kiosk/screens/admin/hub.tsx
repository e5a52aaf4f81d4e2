import { t } from "../../text/index.ts";
import { areasInReach } from "./areas.ts";
import { AdminPage } from "./parts/page.tsx";

/** Every area in reach, each with one thing that is so now. */
export function Hub() {
  return (
    <AdminPage title={t("admin.overview")}>
      <ul class="hub">
        {areasInReach().map(({ id, Fact }) => (
          <li key={id}>
            <a href={`#/admin/${id}`} class="hub-card">
              <strong>{t(`admin.area.${id}`)}</strong>
              <span class="soft">
                <Fact />
              </span>
            </a>
          </li>
        ))}
      </ul>
    </AdminPage>
  );
}
