import { Counter, type Registry } from "prom-client";
import type { EventKind, LedgerEvent } from "../../../common/events.ts";
import { followEvents } from "../../ledger/follow.ts";
import type { Meter } from "./meter.ts";

type Handlers = { [K in EventKind]?: (event: LedgerEvent<K>) => void };

/** What is recorded since the start, by whichever process: every kind, and what some of them say. */
export const meterEvents: Meter = ({ booth: { db, bus }, registry }) => {
  const events = new Counter({
    name: "booth_ledger_events_total",
    help: "Events appended since the start.",
    labelNames: ["kind"],
    registers: [registry],
    // Nobody tells of what another process appended.
    collect: () => follower.poll(),
  });
  const handlers: Handlers = { ...moneyHandlers(registry), ...openingHandlers(registry) };
  const follower = followEvents(db, (event) => {
    events.inc({ kind: event.kind });
    (handlers[event.kind] as ((event: LedgerEvent) => void) | undefined)?.(event);
  });
  bus.on("events", follower.poll);
};

function moneyHandlers(registry: Registry): Handlers {
  const registers = [registry];
  const payments = new Counter({
    name: "booth_payments_total",
    help: "Payments taken since the start.",
    labelNames: ["method"],
    registers,
  });
  const taken = new Counter({
    name: "booth_payment_minor_units_total",
    help: "Money taken since the start in the currency's minor units; voids are not taken off.",
    labelNames: ["method", "currency"],
    registers,
  });
  const voids = new Counter({ name: "booth_voids_total", help: "Voids since the start.", registers });
  return {
    payment({ data: { method, currency, amount } }) {
      payments.inc({ method });
      taken.inc({ method, currency }, amount);
    },
    void: () => voids.inc(),
    session_void: () => voids.inc(),
  };
}

function openingHandlers(registry: Registry): Handlers {
  const registers = [registry];
  const openings = new Counter({
    name: "booth_manual_opens_total",
    help: "Openings by hand since the start.",
    labelNames: ["lane", "reason"],
    registers,
  });
  return {
    barrier_intent({ lane, data: { cause, intent, reason } }) {
      const opens = intent === "open" || intent === "hold";
      if (cause === "hand" && opens) openings.inc({ lane: lane ?? "", reason: reason ?? "" });
    },
  };
}
