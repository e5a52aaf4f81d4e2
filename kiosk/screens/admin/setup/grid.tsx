import type { AssignedLane } from "../../../../common/api/setup.ts";
import { type Catalog, DEVICE_CATEGORIES } from "../../../../common/drivers.ts";
import { t } from "../../../text/index.ts";
import { Cell } from "./cell.tsx";
import { DirectionMark } from "./direction-mark.tsx";

interface GridProps {
  lanes: readonly AssignedLane[];
  catalog: Catalog;
}

/** Lanes down, kinds of device across. */
export function Grid({ lanes, catalog }: GridProps) {
  if (lanes.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by keyboard too
    <div class="table-frame" tabIndex={0}>
      <table class="data-table setup-grid">
        <caption class="unseen">{t("setup.caption")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("setup.lane")}</th>
            {DEVICE_CATEGORIES.map((category) => (
              <th key={category} scope="col">
                {t(`device.${category}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lanes.map((lane) => (
            <tr key={lane.lane}>
              <th scope="row">
                <a href={`#/admin/setup/lanes/${lane.lane}`}>
                  <bdi>{lane.name}</bdi>
                </a>
                <DirectionMark direction={lane.direction} />
              </th>
              {DEVICE_CATEGORIES.map((category) => (
                <Cell key={category} lane={lane} category={category} drivers={catalog.kinds[category]} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
