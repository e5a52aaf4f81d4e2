import type { BackupCopy } from "../../../../common/api/backups.ts";
import { second } from "../../../clock.ts";
import { dateFormat, duration, listed } from "../../../text/format.ts";
import { language, lookUp, t } from "../../../text/index.ts";

const UNITS = ["kilobyte", "megabyte", "gigabyte", "terabyte"] as const;

/** How long ago something was: `6 h 12 min ago`. */
export function agoText(at: string): string {
  return t("backup.ago", { time: duration(Math.max(0, second.value - Date.parse(at))) });
}

/** A size on a disk, in the unit that suits it: `84 MB`. */
export function sizeText(bytes: number): string {
  const step = Math.min(UNITS.length, Math.max(1, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  const value = bytes / 1000 ** step;
  const { locale } = dateFormat({}).resolvedOptions();
  return new Intl.NumberFormat(`${locale.split("-u-")[0]}-u-nu-latn`, {
    style: "unit",
    unit: UNITS[step - 1],
    unitDisplay: language.value === "ar" ? "narrow" : "short",
    maximumFractionDigits: value < 10 ? 1 : 0,
  }).format(value);
}

/** What went wrong and what to do about it, by the word that the booth has for it. */
export function faultText(code: string | null): string {
  return lookUp(`backup.fault.${code}`) ?? t("backup.fault.internal");
}

/** Why a copy is kept. */
export function keptText({ keptBecause }: BackupCopy): string {
  return listed(keptBecause.map((reason) => t(`backup.kept.${reason}`)));
}
