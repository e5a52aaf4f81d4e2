import { route } from "../../router.ts";
import { sheet } from "../../sheets.ts";
import { t } from "../../text/index.ts";
import { SheetHost } from "../sheet-host.tsx";
import { areasInReach } from "./areas.ts";
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
  if (area === undefined) return <AdminPage title={t("admin.title")}>{t("admin.unknown")}</AdminPage>;
  return <area.Page key={id} path={path} />;
}
