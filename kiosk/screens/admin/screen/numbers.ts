import { language } from "../../../text/index.ts";

/** A number with at most so many decimals, as people write it here; one is always there. */
export function decimals(value: number, most: number): string {
  const form = { minimumFractionDigits: 1, maximumFractionDigits: most };
  return new Intl.NumberFormat(`${language.value}-u-nu-latn`, form).format(value);
}
