import type { AssignedLane } from "../../../../common/api/setup.ts";
import { DIRECTIONS, type Direction } from "../../../../common/words.ts";
import { t } from "../../../text/index.ts";
import type { Problems } from "../parts/use-new.ts";

/** A lane that is about to be added. */
export type LaneDraft = Pick<AssignedLane, "lane" | "name" | "direction" | "position">;

const LANE_ID = /^[A-Za-z0-9_-]{1,64}$/;
const ID_WORD: Readonly<Record<Direction, string>> = { entry: "entry", exit: "exit", both: "lane" };

/** A name and an id for the next lane of a direction, such as `Exit 2` and `exit-2`. */
export function suggestLane(direction: Direction, lanes: readonly AssignedLane[]): LaneDraft {
  const taken = new Set(lanes.map(({ lane }) => lane));
  let n = 1;
  while (taken.has(`${ID_WORD[direction]}-${n}`)) n += 1;
  const name = `${t(`direction.${direction}`)} ${n}`;
  const position = Math.max(0, ...lanes.map((lane) => lane.position)) + 1;
  return { direction, lane: `${ID_WORD[direction]}-${n}`, name, position };
}

/** Whether name and id are still those that were suggested, in whatever direction. */
export function isSuggested({ lane, name }: LaneDraft, lanes: readonly AssignedLane[]): boolean {
  return DIRECTIONS.map((direction) => suggestLane(direction, lanes)).some(
    (suggested) => suggested.lane === lane && suggested.name === name,
  );
}

/** What is wrong with a lane's name or id, by field. An id that is taken would change the lane that has it. */
export function problemsOfLane(
  { name, lane }: Partial<LaneDraft>,
  lanes: readonly Pick<AssignedLane, "lane">[],
): Problems {
  return {
    ...(name?.trim() === "" ? { name: t("setup.name_rule") } : {}),
    ...(lane !== undefined && !LANE_ID.test(lane) ? { lane: t("setup.id_rule") } : {}),
    ...(lanes.some((other) => other.lane === lane) ? { lane: t("setup.id_taken") } : {}),
  };
}
