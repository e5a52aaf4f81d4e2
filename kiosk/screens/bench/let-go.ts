import type { Lane } from "../../../common/api/lanes.ts";
import type { Session } from "../../../common/api/sessions.ts";
import type { CLOSE_REASONS } from "../../../common/words.ts";
import { post } from "../../api.ts";
import type { Intention } from "../../intention.ts";
import { run } from "../../run.ts";
import { closeSheet } from "../../sheets.ts";
import { t } from "../../text/index.ts";
import { dismissLane, putBack } from "./desk.ts";

export type CloseReason = (typeof CLOSE_REASONS)[number];

interface Leaver {
  sessionId: string;
  lane: Lane | null;
}

/** Lets a car go without money; its reason and what it owed are recorded. */
export function letGo(leaver: Leaver, reason: CloseReason, note: string, intention: Intention): Promise<unknown> {
  const { sessionId, lane } = leaver;
  return run(
    async () => {
      const body = {
        reason,
        ...(note.trim() === "" ? {} : { note: note.trim() }),
        ...(lane === null ? {} : { lane: lane.id }),
      };
      await post<Session>(`/api/sessions/${sessionId}/close`, body, { intention });
      putBack();
      dismissLane(lane?.id ?? null);
      closeSheet();
    },
    () => (lane === null ? t("go.done") : t("go.done_lane", { lane: lane.name })),
  );
}
