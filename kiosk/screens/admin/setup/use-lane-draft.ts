import type { AssignedLane } from "../../../../common/api/setup.ts";
import { post } from "../../../api.ts";
import { type Draft, useDraft } from "../parts/draft.ts";

/** A lane that somebody changes; what is saved of it is assigned, on the state that was seen. */
export function useLaneDraft(lane: string): Draft<AssignedLane> {
  return useDraft<AssignedLane>(`/api/setup/lanes/${encodeURIComponent(lane)}`, {}, (body, options) =>
    post("/api/setup/assign", { lane, ...body }, options),
  );
}
