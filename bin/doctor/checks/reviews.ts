import { readReviewStatus } from "../../../daemon/services/reviews/status.ts";
import { fetchText } from "../../cli/fetch-text.ts";
import { shellWord } from "../../cli/text.ts";
import { type DoctorCheck, NO_DATABASE, passed, skipped, warning } from "../finding.ts";

const collectorReach: DoctorCheck = {
  id: "collector.reach",
  subject: "Collector",
  needs: ["COLLECTOR_URL"],
  async look({ config: { collectorUrl } }) {
    if (collectorUrl === null) return skipped("COLLECTOR_URL is not set");
    const address = `${collectorUrl.replace(/\/+$/, "")}/healthz`;
    const said = await fetchText(address);
    if (said === null)
      return warning(`${collectorUrl} does not answer; packages wait here`, `curl -v ${shellWord(address)}`);
    return passed(`${collectorUrl} answers`);
  },
};

const reviewQueue: DoctorCheck = {
  id: "review.queue",
  subject: "Review",
  needs: ["COLLECTOR_URL", "CARWASH_REVIEW_ENTRY_SAMPLE"],
  look({ db, config }) {
    if (!db) return NO_DATABASE;
    const status = readReviewStatus({ db, config });
    if (!status.queueing) return skipped("nothing is queued for review here");
    const { queue, setAside, dropped, lastError } = status;
    if (setAside.count > 0)
      return warning(`${setAside.count} packages were refused and set aside`, "boothctl review status");
    if (lastError) return warning(`the last upload failed: ${lastError.message}`, "boothctl review flush");
    const lost = dropped.wash + dropped.entry;
    if (lost > 0) return warning(`${lost} packages had to make room`, "boothctl review status");
    return passed(`${queue.items} packages wait`);
  },
};

/** The way to the review collector. */
export const REVIEW_CHECKS: readonly DoctorCheck[] = [collectorReach, reviewQueue];
