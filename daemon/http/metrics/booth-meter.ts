import { Counter, Gauge } from "prom-client";
import { type Db, sql } from "../../../common/node/db.ts";
import { countPrintJobs } from "../../services/print-jobs.ts";
import type { Meter } from "./meter.ts";

/** The booth as it stands: its version, who is inside, what waits, how much room there is. */
export const meterBooth: Meter = ({ booth: { db, bus, config, clock }, feed, registry }) => {
  new Gauge({
    name: "booth_build_info",
    help: "Always 1; the labels say which program runs.",
    labelNames: ["version", "commit"],
    registers: [registry],
  }).set({ version: config.version, commit: config.commit }, 1);
  const show = (name: string, help: string, read: () => number) =>
    void new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
  show("booth_ws_clients", "Open sockets of the live feed.", feed.clients);
  show("booth_sessions_open", "Vehicles inside.", () => countInside(db));
  show("booth_shift_open", "Open shifts.", () => countRows(db, "shifts WHERE closed_at IS NULL"));
  show("booth_migrations_applied", "Migrations of the database.", () => countRows(db, "migrations"));
  show("booth_print_queue_jobs", "Papers that wait for a printer.", () => countPrintJobs(db));
  const count = (name: string, help: string) => new Counter({ name, help, registers: [registry] });
  const printFailures = count("booth_print_failures_total", "Papers that did not come at once, since the start.");
  bus.on("printFailed", () => printFailures.inc());
  const signInFailures = count("booth_auth_failures_total", "Failed sign-ins since the start.");
  bus.on("signInFailed", () => signInFailures.inc());
  const refused = new Counter({
    name: "booth_ws_rejected_total",
    help: "Sockets of the live feed that were refused since the start.",
    labelNames: ["reason"],
    registers: [registry],
  });
  const refusedOrigin = new Gauge({
    name: "booth_ws_origin_refused_timestamp_seconds",
    help: "When a page of another origin was last refused the live feed, and of which.",
    labelNames: ["origin"],
    registers: [registry],
  });
  bus.on("socketRefused", ({ reason, origin }) => {
    refused.inc({ reason });
    if (reason !== "origin_refused") return;
    // Anybody can make up origins: the last one is kept, and no other.
    refusedOrigin.reset();
    refusedOrigin.set({ origin }, clock.now() / 1000);
  });
};

const countInside = (db: Db) => countRows(db, "sessions WHERE state IN ('open', 'paid')");

function countRows(db: Db, from: string): number {
  return sql<{ count: number }>(db, `SELECT count(*) AS count FROM ${from}`).get()?.count ?? 0;
}
