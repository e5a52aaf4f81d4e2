import type { AssignedLane } from "../../../../common/api/setup.ts";
import { type Catalog, DEVICE_CATEGORIES } from "../../../../common/drivers.ts";
import { Button } from "../../../parts/button.tsx";
import { Ltr } from "../../../parts/values.tsx";
import { t } from "../../../text/index.ts";
import { Loaded } from "../parts/loaded.tsx";
import { AdminPage } from "../parts/page.tsx";
import { SaveBar } from "../parts/save-bar.tsx";
import { Back } from "./back.tsx";
import { LaneDevices } from "./lane-devices.tsx";
import { problemsOfLane } from "./lane-facts.ts";
import { LaneFields } from "./lane-fields.tsx";
import { TestResults } from "./test-results.tsx";
import { useLaneDraft } from "./use-lane-draft.ts";
import { useTest } from "./use-test.ts";

interface LanePageProps {
  lane: AssignedLane;
  catalog: Catalog;
  onChanged: () => void;
}

/** One lane: what it is called and which way it goes, its devices, and a test of all of them. */
export function LanePage({ lane, catalog, onChanged }: LanePageProps) {
  const draft = useLaneDraft(lane.lane);
  const test = useTest();
  const wrong = problemsOfLane({ name: draft.changes.name ?? lane.name }, []);
  const save = async () => {
    if (await draft.save()) onChanged();
  };
  const all = { lane: lane.lane };
  const hasDevices = DEVICE_CATEGORIES.some((category) => lane.devices[category]);
  return (
    <AdminPage
      title={<bdi>{lane.name}</bdi>}
      aside={<Back />}
      actions={
        <SaveBar
          draft={draft}
          save={t("setup.save_lane")}
          summary={
            <span class="soft">
              {t("setup.id")} <Ltr>{lane.lane}</Ltr>
            </span>
          }
          before={
            hasDevices ? (
              <Button size="lg" hint={t("setup.test_hint")} onTap={() => test.ask(all)}>
                {t("setup.test_all")}
              </Button>
            ) : null
          }
          refusal={wrong.name === undefined ? null : t("setup.check")}
          onSave={save}
        />
      }
    >
      <Loaded of={draft}>
        {(values) => <LaneFields values={values} problems={{ ...wrong, ...draft.problems }} onChange={draft.change} />}
      </Loaded>
      <LaneDevices lane={lane} catalog={catalog} />
      <TestResults test={test} of={JSON.stringify(all)} />
    </AdminPage>
  );
}
