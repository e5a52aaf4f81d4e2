import { count } from "../../../text/format.ts";

const NO_BREAK = "\u00a0";
const KILO = 1000;
const UNITS = ["B", "kB", "MB", "GB"] as const;

/** A number of bytes as people read it, in steps of a thousand (IEC 80000-13): `61 kB`. */
export function sizeText(bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  const size = bytes / KILO ** step;
  return `${count(size < 10 ? Math.round(size * 10) / 10 : Math.round(size))}${NO_BREAK}${UNITS[step]}`;
}
