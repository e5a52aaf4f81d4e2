import { second } from "../../../clock.ts";
import { t } from "../../../text/index.ts";
import { momentText } from "../parts/moment.tsx";
import { comingNext, inForce, useVersions } from "./versions.ts";

/** What the overview says of this area: the version in force, and the one to come. */
export function TariffsFact() {
  const { items } = useVersions();
  const at = second.value;
  const current = items === undefined ? undefined : inForce(items, at);
  if (items === undefined || current === undefined) return null;
  const next = comingNext(items, at);
  return (
    <>
      {t("tariff.fact", { name: current.name, version: current.version })}
      {next ? ` · ${t("tariff.fact_next", { version: next.version, date: momentText(next.effectiveFrom) })}` : null}
    </>
  );
}
