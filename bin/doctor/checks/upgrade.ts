import { journalText, readJournal } from "../../installation/history.ts";
import { layoutAround } from "../../installation/layout.ts";
import { ownFolder } from "../../installation/release.ts";
import { type DoctorCheck, failed, passed, skipped } from "../finding.ts";

const upgradeOpen: DoctorCheck = {
  id: "upgrade.open",
  subject: "Upgrade",
  look() {
    const layout = layoutAround(ownFolder());
    if (!layout) return skipped("this program is not installed");
    const open = readJournal(layout);
    if (!open) return passed("none was cut off");
    const finish = open.kind === "upgraded" ? `, or finish it with boothctl upgrade apply ${open.to}` : "";
    return failed(
      `${journalText(open)} has not ended: the booth may be down`,
      "boothctl upgrade rollback",
      `wait first should it go on just now${finish}`,
    );
  },
};

/** The coming and going of releases. */
export const UPGRADE_CHECKS: readonly DoctorCheck[] = [upgradeOpen];
