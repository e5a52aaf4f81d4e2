import type { ModuleId } from "../../../common/modules.ts";
import { route } from "../../router.ts";
import { may } from "../../session.ts";
import { sheet } from "../../sheets.ts";
import { t } from "../../text/index.ts";
import { SheetHost } from "../sheet-host.tsx";
import { areasInReach, missingModule } from "./areas.ts";
import { Hub } from "./hub.tsx";
import { Nav } from "./nav.tsx";
import { KeyboardDock } from "./parts/keyboard-dock.tsx";
import { AdminPage } from "./parts/page.tsx";

/** The site manager's pages: the areas at the start edge, one of them beside. */
export function Admin() {
  const [, id, ...path] = route.value;
  return (
    <main class="admin">
      <Nav current={id} />
      <div class="admin-frame">
        <div class="admin-content" inert={sheet.value !== null}>
          <Content id={id} path={path} />
        </div>
        <SheetHost />
      </div>
      <KeyboardDock />
    </main>
  );
}

function Content({ id, path }: { id: string | undefined; path: readonly string[] }) {
  if (id === undefined) return <Hub />;
  const area = areasInReach().find((one) => one.id === id);
  if (area !== undefined) return <area.Page key={id} path={path} />;
  const module = missingModule(id);
  return module === null ? (
    <AdminPage title={t("admin.title")}>{t("admin.unknown")}</AdminPage>
  ) : (
    <SwitchedOff module={module} />
  );
}

/** Stands where a page was whose module is off. */
function SwitchedOff({ module }: { module: ModuleId }) {
  return (
    <AdminPage title={t(`module.${module}`)}>
      <p>{t("admin.module_off")}</p>
      {may("site:read") ? (
        <p>
          <a class="button sm" href="#/admin/modules">
            {t("admin.to_modules")}
          </a>
        </p>
      ) : null}
    </AdminPage>
  );
}
