import type { NamedActor } from "../../../../common/api/events.ts";
import type { Page } from "../../../../common/api/parts.ts";
import { EVENT_KINDS } from "../../../../common/events.ts";
import { get } from "../../../api.ts";
import { laneList } from "../../../feed.ts";
import { Button } from "../../../parts/button.tsx";
import { useLoad } from "../../../parts/use-load.ts";
import { t } from "../../../text/index.ts";
import { Input, Select } from "../parts/fields.tsx";
import { EVERYTHING, type Filter, filter, isEverything } from "./filter.ts";
import { actorName } from "./values.ts";

const ACTORS = "/api/events/actors?limit=500";

/** What the list is narrowed to: kind, lane, who, and a day of the site. */
export function Filters() {
  const actors = useLoad(() => get<Page<NamedActor>>(ACTORS), ACTORS).value?.items ?? [];
  const chosen = filter.value;
  const change = (part: Partial<Filter>) => {
    filter.value = { ...chosen, ...part };
  };
  const kinds = [...EVENT_KINDS].sort((a, b) => t(`ledger.kind.${a}`).localeCompare(t(`ledger.kind.${b}`)));
  return (
    <div class="ledger-filters">
      <Select
        label={t("ledger.kind")}
        value={chosen.kind}
        options={["", ...kinds]}
        text={(kind) => (kind === "" ? t("ledger.all_kinds") : t(`ledger.kind.${kind}`))}
        onChoose={(kind) => change({ kind })}
      />
      <Select
        label={t("ledger.lane")}
        value={chosen.lane}
        options={["", ...laneList.value.map(({ id }) => id)]}
        text={(lane) => laneList.value.find(({ id }) => id === lane)?.name ?? t("ledger.all_lanes")}
        onChoose={(lane) => change({ lane })}
      />
      <Select
        label={t("ledger.person")}
        value={chosen.actor}
        options={["", ...actors.map(({ id }) => id)]}
        text={(actor) => nameOf(actors.find(({ id }) => id === actor))}
        onChoose={(actor) => change({ actor })}
      />
      <Input type="date" label={t("ledger.day")} value={chosen.day} onInput={(day) => change({ day })} />
      {isEverything(chosen) ? null : (
        <Button size="sm" onTap={() => change(EVERYTHING)}>
          {t("ledger.clear")}
        </Button>
      )}
    </div>
  );
}

function nameOf(actor: NamedActor | undefined): string {
  if (actor === undefined) return t("ledger.all_people");
  return actorName(actor, actor.name === null ? {} : { [actor.id]: actor.name });
}
