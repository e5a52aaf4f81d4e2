import { existsSync, readFileSync } from "node:fs";
import type { SettingsWarning } from "../../daemon/settings.ts";
import { isHidden } from "./rights.ts";
import { nearest } from "./suggest.ts";

/** What others than the booth read out of the same file: Node, and the browser of its screen. */
const READ_BY_OTHERS = ["NODE_EXTRA_CA_CERTS", "NODE_OPTIONS", "TZ", "KIOSK_URL"];

/** What stands in the booth's settings file and counts for nothing. */
export async function findIdleLines(file: string): Promise<SettingsWarning[]> {
  if (!existsSync(file) || isHidden(file)) return [];
  const { environmentLines } = await import("../../common/node/settings.ts");
  const { BOOTH_SETTINGS, SECRET_NAMES } = await import("../../daemon/settings.ts");
  const known = [...BOOTH_SETTINGS, ...SECRET_NAMES.map((name) => `${name}_FILE`)];
  return environmentLines(readFileSync(file, "utf8")).flatMap(({ number, name }) => {
    if (name === null)
      return { message: `line ${number} of ${file} is not NAME=value`, fix: "correct it, or begin it with #" };
    if (known.includes(name) || READ_BY_OTHERS.includes(name)) return [];
    const meant = nearest(name, known);
    const fix = meant === null ? "boothctl help environment lists the settings" : `did you mean ${meant}?`;
    return { message: `${name} in ${file} is no setting of the booth`, fix };
  });
}
