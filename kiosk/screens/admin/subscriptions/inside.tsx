import type { Page } from "../../../../common/api/parts.ts";
import type { Session } from "../../../../common/api/sessions.ts";
import { get } from "../../../api.ts";
import { useLoad } from "../../../parts/use-load.ts";
import { Ltr, timeOfDay } from "../../../parts/values.tsx";
import { zone } from "../../../session.ts";
import { day, listed } from "../../../text/format.ts";
import { t } from "../../../text/index.ts";
import { spacedPlate } from "../../bench/plates.ts";
import { Loaded } from "../parts/loaded.tsx";

/** Which of its cars are inside. */
export function Inside({ id, most }: { id: string; most: number }) {
  const loaded = useLoad(() => readInside(id), id);
  return (
    <div class="inside">
      <h3>
        {t("subscription.inside")}{" "}
        {loaded.value ? (
          <span class="soft">{t("subscription.inside_of", { n: loaded.value.length, most })}</span>
        ) : null}
      </h3>
      <Loaded of={loaded}>{(stays) => <Cars stays={stays} />}</Loaded>
    </div>
  );
}

function Cars({ stays }: { stays: readonly Session[] }) {
  if (stays.length === 0) return <p class="soft">{t("subscription.inside_none")}</p>;
  return (
    <ul class="inside-cars">
      {stays.map(({ id, plate, enteredAt }) => (
        <li key={id}>
          <strong>{plate === null ? t("subscription.no_plate") : <Ltr>{spacedPlate(plate)}</Ltr>}</strong>{" "}
          <span class="soft">
            {t("subscription.inside_since", { time: listed([day(enteredAt, zone.value), timeOfDay(enteredAt)]) })}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** A car that paid is still inside. */
async function readInside(id: string): Promise<Session[]> {
  const read = (state: string) =>
    get<Page<Session>>(`/api/sessions?subscription=${encodeURIComponent(id)}&state=${state}&limit=500`);
  const [open, paid] = await Promise.all([read("open"), read("paid")]);
  return [...open.items, ...paid.items].sort((a, b) => b.enteredAt.localeCompare(a.enteredAt));
}
