import { Counter, Gauge, Histogram } from "prom-client";
import type { Meter } from "./meter.ts";

/** A group commit takes a tenth of a millisecond on a fast disk and tens of them on a slow card. */
const COMMIT_SECONDS = [0.0002, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1];

/** The chain itself: how long it is, how long a commit takes, and what its proofs found. */
export const meterLedger: Meter = ({ booth: { bus, ledger, clock }, registry }) => {
  const registers = [registry];
  new Gauge({
    name: "booth_ledger_head_sequence",
    help: "The number of the last event.",
    registers,
    collect() {
      this.set(ledger.head()?.seq ?? 0);
    },
  });
  const commits = new Histogram({
    name: "booth_ledger_append_duration_seconds",
    help: "From the begin of a commit until its bytes are on disk.",
    buckets: COMMIT_SECONDS,
    registers,
  });
  const failures = new Counter({
    name: "booth_ledger_verify_failures_total",
    help: "Verifications that found the chain broken.",
    registers,
  });
  const verifiedAt = new Gauge({
    name: "booth_ledger_verified_timestamp_seconds",
    help: "When the whole chain was last found sound since the start, else 0.",
    registers,
  });
  bus.on("committed", ({ durationMs }) => commits.observe(durationMs / 1000));
  bus.on("verified", ({ ok }) => {
    if (ok) verifiedAt.set(clock.now() / 1000);
    else failures.inc();
  });
};
