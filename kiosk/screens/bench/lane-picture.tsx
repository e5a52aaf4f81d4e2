import type { Lane } from "../../../common/api/lanes.ts";
import { second } from "../../clock.ts";
import { feed } from "../../feed.ts";
import { Pill } from "../../parts/pill.tsx";
import { duration } from "../../text/format.ts";
import { t } from "../../text/index.ts";
import { Plate } from "./plate.tsx";

/** The last picture of a lane with what was read on it. One that is not of now is grey and says how old it is. */
export function LanePicture({ lane }: { lane: Lane }) {
  const { pictureAt } = lane;
  const stale = pictureAt !== null && isStale(lane);
  return (
    <span class={`lane-picture ${stale ? "stale" : ""}`}>
      {pictureAt === null ? (
        <span class="lane-no-picture">{t("lane.no_picture")}</span>
      ) : (
        <img src={addressOf(lane.id, pictureAt)} alt="" decoding="async" draggable={false} />
      )}
      <span class="lane-marks">
        {stale ? <Age since={pictureAt} /> : null}
        {lane.devices.some((device) => device.simulated) ? (
          <Pill tone="manual" glyph="◇" class="lane-simulated">
            {t("simulated")}
          </Pill>
        ) : null}
      </span>
      <PlateChip lane={lane} />
    </span>
  );
}

/** Whether there may be something newer to see: the camera does not answer, or news of the lane do not arrive. */
function isStale({ pictureStale, devices }: Lane): boolean {
  const silent = devices.some(({ category, state }) => category === "camera" && state !== "ready");
  return pictureStale === true || silent || feed.value.state !== "live";
}

const addressOf = (lane: string, at: string): string => `/api/lanes/${lane}/picture?at=${encodeURIComponent(at)}`;

function Age({ since }: { since: string }) {
  return (
    <Pill tone="warn" glyph="◔">
      {t("lane.picture_age", { age: duration(second.value - Date.parse(since)) })}
    </Pill>
  );
}

function PlateChip({ lane: { waiting, lastRead } }: { lane: Lane }) {
  const plate = waiting?.plate ?? (waiting === null ? lastRead?.plate : null);
  if (plate == null && waiting === null) return null;
  return <Plate plate={plate ?? null} class="chip" />;
}
