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
    const finish = open.kind === "upgraded" ? `, or boothctl upgrade apply ${open.to}` : "";
    return failed(
      `${journalText(open)} has not ended: the booth may be down`,
      `unless one goes on now: boothctl upgrade rollback${finish}`,
    );
  },
};

/** The coming and going of releases. */
export const UPGRADE_CHECKS: readonly DoctorCheck[] = [upgradeOpen];
