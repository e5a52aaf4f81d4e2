import { MODULE_IDS } from "../../../../common/modules.ts";
import { me } from "../../../session.ts";
import { t } from "../../../text/index.ts";

/** What the overview says of the modules: how many are on. */
export function ModulesFact() {
  if (me.value == null) return null;
  return <>{t("modules.fact", { on: me.value.modules.length, all: MODULE_IDS.length })}</>;
}
