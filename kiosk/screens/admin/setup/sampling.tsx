import { get } from "../../../api.ts";
import { useLoad } from "../../../parts/use-load.ts";
import { moduleActive } from "../../../session.ts";
import { t } from "../../../text/index.ts";

/** How many entries are sampled for review; nothing where none are, or the booth does not tell. */
export function Sampling() {
  return moduleActive("carwash") ? <Sampled /> : null;
}

function Sampled() {
  const { value } = useLoad(() => get<{ entrySample?: number | null }>("/api/carwash/status"), "sampling");
  return value?.entrySample ? <p class="soft">{t("setup.sampled", { n: value.entrySample })}</p> : null;
}
