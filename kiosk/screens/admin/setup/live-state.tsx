import type { DeviceState, LaneDevice } from "../../../../common/api/lanes.ts";
import type { DeviceCategory } from "../../../../common/drivers.ts";
import { lanes } from "../../../feed.ts";
import { Pill, type Tone } from "../../../parts/pill.tsx";
import { t } from "../../../text/index.ts";

const LOOKS: Readonly<Record<DeviceState, { tone: Tone; glyph: string }>> = {
  ready: { tone: "ok", glyph: "✓" },
  offline: { tone: "warn", glyph: "▲" },
  fault: { tone: "danger", glyph: "▲" },
};

const NOTED = { tone: "warn", glyph: "▲" } as const;

/** How a stored device stands at this moment, in a word and, where it has one, in its own sentence. */
export function LiveState({ lane, category }: { lane: string; category: DeviceCategory }) {
  const device = lanes.value.get(lane)?.devices.find((one) => one.category === category);
  if (device === undefined) return null;
  const noted = isNoted(device);
  return (
    <span class="setup-state">
      <span class="setup-pills">
        {noted ? (
          <Pill {...NOTED}>{t("setup.noted")}</Pill>
        ) : (
          <Pill {...LOOKS[device.state]}>{t(`device_state.${device.state}`)}</Pill>
        )}
        {device.simulated ? (
          <Pill tone="manual" glyph="◇">
            {t("simulated")}
          </Pill>
        ) : null}
      </span>
      {device.message === null ? null : (
        <small class={`setup-own ${noted ? "setup-noted" : ""}`}>{device.message}</small>
      )}
    </span>
  );
}

/** Whether a device works and has something to say all the same, such as that its clock was wrong. */
export function isNoted({ state, message }: LaneDevice): boolean {
  return state === "ready" && message !== null;
}
