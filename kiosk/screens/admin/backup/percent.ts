import { numberLocale } from "../../../../common/words.ts";
import { language } from "../../../text/index.ts";

/** How far something is: `42%`. */
export function percent({ done, total }: { done: number; total: number }): string {
  const part = total > 0 ? Math.min(1, done / total) : 0;
  return new Intl.NumberFormat(numberLocale(language.value), { style: "percent" }).format(part);
}
