import type { SiteConfig } from "../../../../common/api/site.ts";
import { MODULES, type ModuleId, VALIDATION_STATIONS } from "../../../../common/modules.ts";
import { Choice } from "../../../parts/choice.tsx";
import { Pill } from "../../../parts/pill.tsx";
import { listed } from "../../../text/format.ts";
import { t } from "../../../text/index.ts";

const STATES = ["on", "off"] as const;
export type State = (typeof STATES)[number];

interface ModuleRowProps {
  id: ModuleId;
  site: SiteConfig;
  /** Whether it is to be on. */
  wanted: boolean;
  mayChange: boolean;
  onChoose: (state: State) => void;
}

/** A module: what it brings, what it needs, and whether it is on, off, or not licensed at this booth. */
export function ModuleRow({ id, site, wanted, mayChange, onChoose }: ModuleRowProps) {
  const entitled = site.modulesEntitled.includes(id);
  const { required } = MODULES[id];
  return (
    <li class="form-part module">
      <div class="module-head">
        <h2>{t(`module.${id}`)}</h2>
        <Now entitled={entitled} on={site.modules.includes(id)} />
      </div>
      <p>{t(`modules.${id}`)}</p>
      <p class="soft">
        {required ? t("modules.required") : null}
        {MODULES[id].dependsOn.map((needed) => t("modules.needs", { module: t(`module.${needed}`) })).join(" ")}{" "}
        {id === "validation" ? t("modules.stations", { stations: listed(VALIDATION_STATIONS) }) : null}{" "}
        {entitled ? null : t("modules.get", { name: id, setting: "MODULES_ENTITLED" })}
      </p>
      {required || !entitled || !mayChange ? null : (
        <Choice
          quiet
          label={t("modules.switch", { module: t(`module.${id}`) })}
          options={STATES}
          value={wanted ? "on" : "off"}
          text={(state) => t(`modules.state.${state}`)}
          onChoose={onChoose}
        />
      )}
    </li>
  );
}

/** How it stands now, whatever is about to be saved. */
function Now({ entitled, on }: { entitled: boolean; on: boolean }) {
  if (!entitled) return <Pill glyph="✗">{t("modules.state.none")}</Pill>;
  if (on)
    return (
      <Pill tone="ok" glyph="●">
        {t("modules.state.on")}
      </Pill>
    );
  return <Pill glyph="○">{t("modules.state.off")}</Pill>;
}
