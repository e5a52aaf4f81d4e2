import type { AssignedLane } from "../../../../common/api/setup.ts";
import { type Catalog, DEVICE_CATEGORIES } from "../../../../common/drivers.ts";
import { t } from "../../../text/index.ts";
import { Cell } from "./cell.tsx";

/** The devices of one lane, as in the grid of all. */
export function LaneDevices({ lane, catalog }: { lane: AssignedLane; catalog: Catalog }) {
  return (
    <div class="table-frame">
      <table class="data-table setup-lane">
        <caption>{t("setup.devices")}</caption>
        <tbody>
          {DEVICE_CATEGORIES.map((category) => (
            <tr key={category}>
              <th scope="row">{t(`device.${category}`)}</th>
              <Cell lane={lane} category={category} drivers={catalog.kinds[category]} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
