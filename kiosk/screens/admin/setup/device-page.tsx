import type { AssignedLane } from "../../../../common/api/setup.ts";
import type { DeviceCategory, DriverEntry } from "../../../../common/drivers.ts";
import { Button } from "../../../parts/button.tsx";
import { moveOn } from "../../../router.ts";
import { t } from "../../../text/index.ts";
import { Loaded } from "../parts/loaded.tsx";
import { AdminPage } from "../parts/page.tsx";
import { SaveBar } from "../parts/save-bar.tsx";
import { Back } from "./back.tsx";
import { DriverChoice } from "./driver-choice.tsx";
import { DriverForm } from "./driver-form.tsx";
import { LiveState } from "./live-state.tsx";
import { TakeOff } from "./take-off.tsx";
import { TestResults } from "./test-results.tsx";
import { type DeviceForm, useDevice } from "./use-device.ts";

interface DevicePageProps {
  lane: AssignedLane;
  category: DeviceCategory;
  drivers: readonly DriverEntry[];
  onChanged: () => void;
}

/** A kind of device at a lane: which driver, its settings, a test, and saving it. */
export function DevicePage({ lane, category, drivers, onChanged }: DevicePageProps) {
  const form = useDevice(lane.lane, category, drivers);
  const leave = () => {
    onChanged();
    moveOn("admin", "setup");
  };
  const takeOff = async () => {
    if (await form.draft.save({ devices: { [category]: null } }, t("setup.taken_off"))) leave();
  };
  return (
    <AdminPage
      title={
        <>
          <bdi>{lane.name}</bdi> · {t(`device.${category}`)}
        </>
      }
      aside={<Back />}
      actions={<Foot form={form} onSaved={leave} />}
    >
      {lane.devices[category] === undefined ? null : <LiveState lane={lane.lane} category={category} />}
      <Loaded of={form.draft}>{() => <Parts form={form} drivers={drivers} />}</Loaded>
      {lane.devices[category] === undefined ? null : <TakeOff lane={lane.name} onTakeOff={takeOff} />}
    </AdminPage>
  );
}

function Parts({ form, drivers }: { form: DeviceForm; drivers: readonly DriverEntry[] }) {
  const { device, driver, body, test } = form;
  return (
    <>
      <TestResults test={test} of={JSON.stringify(body)} />
      <section class="form-part setup-form">
        <DriverChoice drivers={drivers} chosen={device?.driver} onChoose={form.choose} />
        {driver === undefined || device === undefined ? null : (
          <DriverForm
            key={driver.id}
            driver={driver}
            config={device.config}
            stored={form.stored}
            problems={form.problems}
            onChange={form.configure}
          />
        )}
      </section>
    </>
  );
}

function Foot({ form, onSaved }: { form: DeviceForm; onSaved: () => void }) {
  const { draft, body, test } = form;
  const save = async () => {
    if (body !== undefined && form.check() && (await draft.save(body))) onSaved();
  };
  const ask = () => (body !== undefined && form.check() ? test.ask(body) : undefined);
  return (
    <SaveBar
      draft={draft}
      save={t("setup.save_device")}
      before={
        body === undefined ? null : (
          <Button size="lg" hint={t("setup.test_hint")} onTap={ask}>
            {t("setup.test")}
          </Button>
        )
      }
      hint={test.results === null || test.of !== JSON.stringify(body) ? t("setup.untested") : undefined}
      refusal={body === undefined ? t("setup.choose_first") : null}
      onSave={save}
    />
  );
}
