import type { CarwashStatus } from "../../../../common/api/carwash.ts";
import { t } from "../../../text/index.ts";
import { reasonText } from "./reasons.ts";

/** How it stands in one sentence: that all is well, or what keeps the pictures here. */
export function Standing({ status }: { status: CarwashStatus }) {
  const trouble = troubleOf(status);
  if (trouble !== null)
    return (
      <p class="notice-line" role="status">
        <span aria-hidden="true">▲ </span>
        {trouble}
      </p>
    );
  return (
    <p class="all-well" role="status">
      <span aria-hidden="true">✓ </span>
      {t(status.queue.items === 0 ? "carwash.all_sent" : "carwash.on_its_way")}
    </p>
  );
}

function troubleOf({ queueing, collectorUrl, lastError, queue }: CarwashStatus): string | null {
  if (!queueing)
    return t("carwash.nothing_kept", { collector: "COLLECTOR_URL", sample: "CARWASH_REVIEW_ENTRY_SAMPLE" });
  if (collectorUrl === null) return t("carwash.no_collector", { collector: "COLLECTOR_URL" });
  if (lastError === null || queue.items === 0) return null;
  return t("carwash.held_up", { reason: reasonText(lastError.message) });
}
