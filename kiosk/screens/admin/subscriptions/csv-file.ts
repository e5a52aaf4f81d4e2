import { t } from "../../../text/index.ts";

/** What the booth takes at most in one request, with room for how the text is packed. */
const MOST_BYTES = 1_000_000;

/** The columns of a file, as the booth names them. */
export const COLUMNS = [
  { name: "holder", needed: true },
  { name: "plates", needed: false },
  { name: "credentials", needed: false },
  { name: "validFrom", needed: true },
  { name: "validTo", needed: true },
  { name: "lanes", needed: false },
  { name: "hours", needed: false },
  { name: "carsInside", needed: false },
  { name: "status", needed: false },
  { name: "blockedReason", needed: false },
  { name: "antiPassback", needed: false },
] as const;

/** A file to begin with; `year` is that of its dates. */
export function exampleFile(year: string): string {
  const names = COLUMNS.map(({ name }) => name).join(",");
  return [
    names,
    `Anna Vogel,KX 482 BD,,${year}-01-01,${year}-12-31,,,1,active,,off`,
    `Harbour Bakery,LM 901 TR | RX 482 PD,CARD-7,${year}-01-01,${year}-12-31,,mon-fri 05:00-19:00 | sat 05:00-13:00,2,active,,soft`,
    "",
  ].join("\n");
}

/** The text of a chosen file, or why it cannot be taken, in words. */
export async function readCsv(file: File): Promise<{ text: string } | { problem: string }> {
  if (file.size > MOST_BYTES) return { problem: t("import.too_large") };
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer()) };
  } catch {
    return { problem: t("import.not_utf8") };
  }
}
