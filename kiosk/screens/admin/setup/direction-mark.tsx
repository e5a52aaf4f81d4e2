import type { Direction } from "../../../../common/words.ts";
import { t } from "../../../text/index.ts";

/** Which way cars drive through a lane. */
export function DirectionMark({ direction }: { direction: Direction }) {
  return <small class="soft">{t(`direction.${direction}`)}</small>;
}
