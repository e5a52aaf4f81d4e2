import { laneList } from "../../feed.ts";
import { t } from "../../text/index.ts";
import { subjectLane } from "./desk.ts";
import { CompactLane, LaneCard } from "./lane-card.tsx";

/** Two lanes are shown whole; of more, the one that is dealt with, and the others in a line each. */
const WHOLE = 2;

export function Rail() {
  const lanes = laneList.value;
  if (lanes.length === 0) return <p class="card soft">{t("bench.no_lanes")}</p>;
  if (lanes.length <= WHOLE) return lanes.map((lane) => <LaneCard key={lane.id} lane={lane} />);
  const active =
    lanes.find((lane) => lane.id === subjectLane.value) ?? lanes.find((lane) => lane.direction !== "entry");
  return lanes.map((lane) =>
    lane === active ? <LaneCard key={lane.id} lane={lane} /> : <CompactLane key={lane.id} lane={lane} />,
  );
}
