import { Ltr } from "../../parts/values.tsx";
import { t } from "../../text/index.ts";
import { spacedPlate } from "./plates.ts";

/** A plate as on a car; words where there is none. */
export function Plate({ plate, class: name = "" }: { plate: string | null; class?: string }) {
  if (plate === null) return <span class={`plate none ${name}`}>{t("plate.none")}</span>;
  return <Ltr class={`plate ${name}`}>{spacedPlate(plate)}</Ltr>;
}
