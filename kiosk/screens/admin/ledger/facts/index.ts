import type { EventContext } from "../../../../../common/api/events.ts";
import type { LedgerEvent } from "../../../../../common/events.ts";
import { BOOTH_FACTS } from "./booth.ts";
import type { Fact, FactsOf } from "./fact.ts";
import { MONEY_FACTS } from "./money.ts";
import { STAY_FACTS } from "./stays.ts";

const FACTS: FactsOf = { ...MONEY_FACTS, ...STAY_FACTS, ...BOOTH_FACTS };

/** What an entry says, in words. All of it, down to what no words are for, stands in its record. */
export function factsOf({ kind, data }: LedgerEvent, context: EventContext): Fact[] {
  const facts = FACTS[kind] as ((data: LedgerEvent["data"], context: EventContext) => (Fact | null)[]) | undefined;
  return facts?.(data, context).filter((one) => one !== null) ?? [];
}

/** The same in a line, for the list. */
export function briefOf(event: LedgerEvent, context: EventContext): string[] {
  return factsOf(event, context).flatMap(({ label, value, brief }) =>
    brief === undefined ? [] : brief === "both" ? [`${label} ${value}`] : [value],
  );
}
