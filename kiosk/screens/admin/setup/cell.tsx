import type { AssignedLane } from "../../../../common/api/setup.ts";
import type { DeviceCategory, DriverEntry } from "../../../../common/drivers.ts";
import { setupNeeds } from "../../../../common/setup-needs.ts";
import { t } from "../../../text/index.ts";
import { LiveState } from "./live-state.tsx";

interface CellProps {
  lane: AssignedLane;
  category: DeviceCategory;
  drivers: readonly DriverEntry[];
}

/** A kind of device at a lane: the way to it, what is chosen, and how it stands now. */
export function Cell({ lane, category, drivers }: CellProps) {
  const device = lane.devices[category];
  const driver = drivers.find(({ id }) => id === device?.driver);
  return (
    <td>
      <a href={`#/admin/setup/lanes/${lane.lane}/${category}`} class="setup-cell">
        <span class="unseen">
          {lane.name}, {t(`device.${category}`)}:{" "}
        </span>
        {device === undefined ? (
          <Empty wanted={isWanted(lane, category)} />
        ) : (
          <bdi>{driver?.label ?? device.driver}</bdi>
        )}
      </a>
      {device === undefined ? null : <LiveState lane={lane.lane} category={category} />}
    </td>
  );
}

function Empty({ wanted }: { wanted: boolean }) {
  return (
    <span class={wanted ? "setup-wanted" : "setup-open"}>
      {wanted ? <span aria-hidden="true">▲ </span> : null}
      {t("setup.choose")}
    </span>
  );
}

/** Whether setup cannot be finished without it; of reader and camera, either will do. */
function isWanted(lane: AssignedLane, category: DeviceCategory): boolean {
  return setupNeeds([lane]).some(({ what }) => what === category || (what === "reader" && category === "camera"));
}
