import type { AssignedLane } from "../../../../common/api/setup.ts";
import { Button } from "../../../parts/button.tsx";
import { go, moveOn } from "../../../router.ts";
import { t } from "../../../text/index.ts";
import { Input } from "../parts/fields.tsx";
import { AdminPage } from "../parts/page.tsx";
import { useNew } from "../parts/use-new.ts";
import { isSuggested, type LaneDraft, problemsOfLane, suggestLane } from "./lane-facts.ts";
import { LaneFields } from "./lane-fields.tsx";

interface NewLaneProps {
  lanes: readonly AssignedLane[];
  onMade: () => void;
}

/** Another lane; its devices come next. */
export function NewLane({ lanes, onMade }: NewLaneProps) {
  const fresh = useNew<LaneDraft, AssignedLane>(
    "/api/setup/assign",
    suggestLane(lanes.some(({ direction }) => direction === "entry") ? "exit" : "entry", lanes),
    { check: (values) => problemsOfLane(values, lanes), onlyNew: true },
  );
  const { values } = fresh;
  const change = (part: Partial<LaneDraft>) => {
    const follows = part.direction !== undefined && isSuggested(values, lanes);
    const { name, lane } = suggestLane(part.direction ?? values.direction, lanes);
    fresh.change(follows ? { ...part, name, lane } : part);
  };
  const create = async () => {
    const made = await fresh.create(({ name }) => t("setup.lane_added", { name }));
    if (made === undefined) return;
    onMade();
    moveOn("admin", "setup");
  };
  return (
    <AdminPage title={t("setup.new_lane")} actions={<Actions onCreate={create} />}>
      <LaneFields values={values} problems={fresh.problems} onChange={change}>
        <Input
          ltr
          label={t("setup.id")}
          helper={t("setup.id_help")}
          value={values.lane}
          error={fresh.problems.lane}
          maxLength={64}
          onInput={(lane) => change({ lane })}
        />
      </LaneFields>
    </AdminPage>
  );
}

function Actions({ onCreate }: { onCreate: () => unknown }) {
  return (
    <>
      <Button size="lg" onTap={() => go("admin", "setup")}>
        {t("do.cancel")}
      </Button>
      <span class="space" />
      <Button size="lg" variant="primary" class="main" onTap={onCreate}>
        {t("setup.add_lane")}
      </Button>
    </>
  );
}
