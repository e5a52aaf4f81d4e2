import type { Middleware } from "koa";
import { Counter, Gauge, Registry } from "prom-client";
import { ITEM_STATES, type ItemState } from "../common/api/collector.ts";
import { BoothError } from "../common/errors.ts";
import { instant } from "../common/node/clock.ts";
import { sql } from "../common/node/db.ts";
import { freeBytes } from "../common/node/disk.ts";
import { REVIEW_KINDS, type ReviewKind, type Verdict } from "../common/review.ts";
import type { Collector } from "./context.ts";

/** What a collector counts and measures of itself: nothing of any booth's operators. */
export interface Metrics {
  /** Counts what becomes of packages; stands before the work of `/ingest`. */
  countIngest: Middleware;
  /** Tells of labels that were exported. */
  exported(rows: number): void;
  /** All of it as Prometheus reads it (text exposition format 0.0.4), and that format's content type. */
  read(): Promise<{ text: string; contentType: string }>;
}

/** Begins to count. */
export function openMetrics(collector: Collector): Metrics {
  const registry = new Registry();
  const count = (name: string, help: string, labelNames: string[] = []) =>
    new Counter({ name, help, labelNames, registers: [registry] });
  const ingested = count("collector_ingest_total", "Packages since the start by what became of them.", ["result"]);
  const exported = count("collector_export_rows_total", "Labels exported since the start.");
  showItems(collector, registry);
  countVerdicts(collector, registry);
  showRoom(collector, registry);
  return {
    async countIngest(ctx, next) {
      try {
        await next();
        ingested.inc({ result: ctx.status === 201 ? "stored" : "known" });
      } catch (error) {
        const isRefused = error instanceof BoothError && error.status < 500;
        ingested.inc({ result: isRefused ? "refused" : "failed" });
        throw error;
      }
    },
    exported: (rows) => exported.inc(rows),
    read: async () => ({ text: await registry.metrics(), contentType: registry.contentType }),
  };
}

function showItems({ db, clock }: Collector, registry: Registry): void {
  new Gauge({
    name: "collector_items",
    help: "Packages by how they stand.",
    labelNames: ["state", "kind"],
    registers: [registry],
    collect() {
      for (const state of ITEM_STATES) for (const kind of REVIEW_KINDS) this.set({ state, kind }, 0);
      const text = "SELECT kind, state, count(*) AS n FROM items GROUP BY kind, state";
      for (const { kind, state, n } of sql<{ kind: ReviewKind; state: ItemState; n: number }>(db, text).all())
        this.set({ state, kind }, n);
    },
  });
  new Gauge({
    name: "collector_leases_active",
    help: "Crops that somebody looks at now.",
    registers: [registry],
    collect() {
      const text = "SELECT count(*) AS n FROM leases WHERE until > ?";
      this.set(sql<{ n: number }>(db, text).get(instant(clock.now()))?.n ?? 0);
    },
  });
}

/** Verdicts are only ever added: what was added since the last look is counted. */
function countVerdicts({ db }: Collector, registry: Registry): void {
  let seen = sql<{ seq: number | null }>(db, "SELECT max(seq) AS seq FROM verdicts").get()?.seq ?? 0;
  new Counter({
    name: "collector_review_verdicts_total",
    help: "Verdicts since the start; what was taken back is counted as undo.",
    labelNames: ["verdict"],
    registers: [registry],
    collect() {
      const text = "SELECT seq, verdict FROM verdicts WHERE seq > ? ORDER BY seq";
      for (const { seq, verdict } of sql<{ seq: number; verdict: Verdict | null }>(db, text).all(seen)) {
        this.inc({ verdict: verdict ?? "undo" });
        seen = seq;
      }
    },
  });
}

function showRoom({ config }: Collector, registry: Registry): void {
  new Gauge({
    name: "collector_volume_free_bytes",
    help: "Room left on the disk of the data directory.",
    registers: [registry],
    collect() {
      this.set(freeBytes(config.dataDir));
    },
  });
}
