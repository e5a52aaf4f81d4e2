import { t } from "../../text/index.ts";
import { areasInReach } from "./areas.ts";

/** Where one is, and where one can go; links, so that the keyboard and the history work as people know them. */
export function Nav({ current }: { current: string | undefined }) {
  return (
    <nav class="admin-nav" aria-label={t("admin.areas")}>
      <a href="#/" class="admin-way">
        <span aria-hidden="true" class="arrow">
          ‹
        </span>{" "}
        {t("admin.bench")}
      </a>
      <Way href="#/admin" current={current === undefined}>
        {t("admin.overview")}
      </Way>
      {areasInReach().map(({ id }) => (
        <Way key={id} href={`#/admin/${id}`} current={current === id}>
          {t(`admin.area.${id}`)}
        </Way>
      ))}
    </nav>
  );
}

function Way({ href, current, children }: { href: string; current: boolean; children: string }) {
  return (
    <a href={href} class="admin-way" aria-current={current ? "page" : undefined}>
      {children}
    </a>
  );
}
