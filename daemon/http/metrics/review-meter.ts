import { Counter, Gauge } from "prom-client";
import { REVIEW_KINDS } from "../../../common/review.ts";
import { readReviewStatus } from "../../services/reviews/status.ts";
import type { Meter } from "./meter.ts";

/** The booth's side of the review collector: what waits for it, and why it was not sent. */
export const meterReviews: Meter = ({ booth, registry }) => {
  const registers = [registry];
  new Gauge({
    name: "booth_review_queue_items",
    help: "Packages that wait to be sent to the collector.",
    labelNames: ["kind"],
    registers,
    collect() {
      const { queue } = readReviewStatus(booth);
      for (const kind of REVIEW_KINDS) this.set({ kind }, queue[kind].items);
    },
  });
  const failures = new Counter({
    name: "booth_review_upload_failures_total",
    help: "Packages that the collector did not take, since the start.",
    labelNames: ["reason"],
    registers,
  });
  booth.bus.on("uploadFailed", ({ reason }) => failures.inc({ reason }));
};
