import { DEVICE_CATEGORIES } from "../../../../common/drivers.ts";
import { t } from "../../../text/index.ts";
import { Loaded } from "../parts/loaded.tsx";
import { AdminPage } from "../parts/page.tsx";
import { DevicePage } from "./device-page.tsx";
import { LanePage } from "./lane-page.tsx";
import { NewLane } from "./new-lane.tsx";
import { Overview } from "./overview.tsx";
import { type Setup, useSetup } from "./use-setup.ts";

/** Lanes and their hardware: `#/admin/setup`, `…/new`, `…/lanes/<lane>` and `…/lanes/<lane>/<category>`. */
export function SetupPage({ path }: { path: readonly string[] }) {
  const setup = useSetup();
  if (setup.value === undefined)
    return (
      <AdminPage title={t("admin.area.setup")}>
        <Loaded of={setup}>{() => null}</Loaded>
      </AdminPage>
    );
  return <Part path={path} setup={setup.value} reload={setup.reload} />;
}

function Part({ path, setup, reload }: { path: readonly string[]; setup: Setup; reload: () => void }) {
  const [part, id, wanted] = path;
  const lane = setup.state.lanes.find((one) => one.lane === id);
  const category = DEVICE_CATEGORIES.find((one) => one === wanted);
  if (part === undefined) return <Overview setup={setup} reload={reload} />;
  if (part === "new") return <NewLane lanes={setup.state.lanes} onMade={reload} />;
  if (part === "lanes" && lane !== undefined && wanted === undefined)
    return <LanePage key={lane.lane} lane={lane} catalog={setup.catalog} onChanged={reload} />;
  if (part === "lanes" && lane !== undefined && category !== undefined)
    return (
      <DevicePage
        key={path.join("/")}
        lane={lane}
        category={category}
        drivers={setup.catalog.kinds[category]}
        onChanged={reload}
      />
    );
  return <AdminPage title={t("admin.area.setup")}>{t("admin.unknown")}</AdminPage>;
}
