import { sql } from "../../common/node/db.ts";
import type { Needs } from "../context.ts";

/** Whether the booth can take money now, check by check. */
export interface Readiness {
  ready: boolean;
  checks: Record<"db" | "ledger" | "tariff", { ok: boolean; message: string }>;
}

/** Looks at what a payment needs. Devices never count: a booth without its camera still takes money. */
export function readiness(booth: Needs<"db" | "ledger">): Readiness {
  const state = booth.ledger.state();
  const checks = {
    db: probe(
      () => sql(booth.db, "SELECT 1 FROM sites LIMIT 1").get() !== undefined,
      "the database answers",
      "the database does not answer",
    ),
    ledger: { ok: state.ok, message: state.message ?? "the ledger takes records" },
    tariff: probe(
      () => sql(booth.db, "SELECT 1 FROM tariffs LIMIT 1").get() !== undefined,
      "a tariff is published",
      "no tariff is published",
    ),
  };
  return { ready: Object.values(checks).every((check) => check.ok), checks };
}

function probe(isWell: () => boolean, well: string, ill: string): { ok: boolean; message: string } {
  try {
    const ok = isWell();
    return { ok, message: ok ? well : ill };
  } catch {
    return { ok: false, message: ill };
  }
}
