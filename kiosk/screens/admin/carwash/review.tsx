import type { CarwashStatus } from "../../../../common/api/carwash.ts";
import { count } from "../../../text/format.ts";
import { t } from "../../../text/index.ts";
import { Loaded } from "../parts/loaded.tsx";
import { Figure, Figures } from "../reports/figures.tsx";
import { CarwashFrame } from "./frame.tsx";
import { Sending } from "./sending.tsx";
import { SetAside } from "./set-aside.tsx";
import { Standing } from "./standing.tsx";
import { useStatus } from "./use-status.ts";
import { Waiting } from "./waiting.tsx";

/** The pictures that go to the review: what waits, how sending goes, and what the collector refused. */
export function ReviewView() {
  const loaded = useStatus();
  return (
    <CarwashFrame view="review">
      <p class="soft">{t("carwash.about")}</p>
      <Loaded of={loaded}>
        {(status) => (
          <>
            <Standing status={status} />
            <Numbers status={status} />
            <div class="wash-parts">
              <div class="wash-column">
                <Waiting status={status} />
                <SetAside setAside={status.setAside} />
              </div>
              <Sending status={status} />
            </div>
          </>
        )}
      </Loaded>
    </CarwashFrame>
  );
}

function Numbers({ status: { queue, sent, setAside, dropped } }: { status: CarwashStatus }) {
  return (
    <Figures label={t("carwash.view.review")}>
      <Figure name={t("carwash.waiting")}>{count(queue.items)}</Figure>
      <Figure name={t("carwash.sent")}>{count(sent)}</Figure>
      <Figure name={t("carwash.set_aside")}>{count(setAside.count)}</Figure>
      <Figure name={t("carwash.lost")}>{count(dropped.wash + dropped.entry)}</Figure>
    </Figures>
  );
}
