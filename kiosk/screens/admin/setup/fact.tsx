import type { SetupState } from "../../../../common/api/setup.ts";
import { setupNeeds } from "../../../../common/setup-needs.ts";
import { get } from "../../../api.ts";
import { laneList } from "../../../feed.ts";
import { useLoad } from "../../../parts/use-load.ts";
import { t, tn } from "../../../text/index.ts";
import { isNoted } from "./live-state.tsx";

/** What the overview says of the hardware: what setup still wants or, once it is finished, how much of it answers. */
export function SetupFact() {
  const { value: state } = useLoad(() => get<SetupState>("/api/setup/state"), "setup");
  if (state === undefined) return null;
  const missing = setupNeeds(state.lanes).length;
  if (missing > 0) return <>{tn("setup.fact_missing", missing)}</>;
  if (!state.completed) return <>{t("setup.fact_open")}</>;
  const devices = laneList.value.flatMap((lane) => lane.devices);
  const ready = devices.filter((device) => device.state === "ready").length;
  const noted = devices.filter(isNoted).length;
  const standing = t("setup.fact_ready", { ready, all: devices.length });
  return <>{noted === 0 ? standing : `${standing} · ${t("setup.fact_noted", { n: noted })}`}</>;
}
