import type { SeenEvent } from "../../common/api/events.ts";
import type { DayFigures, LedgerEvent, Payload } from "../../common/events.ts";
import type { Actor } from "../context.ts";

type View = (event: LedgerEvent) => object;

/** What the drawer should have held is for who may read reports, and for nobody else: a count is blind. */
const WITHOUT_EXPECTATION: Partial<Record<LedgerEvent["kind"], View>> = {
  shift_close({ data }) {
    const { expected: _expected, overShort: _overShort, ...rest } = data as Payload<"shift_close">;
    return rest;
  },
  day_close({ data }) {
    const { byReason, ...rest } = data as Payload<"day_close">;
    return { ...rest, byReason: byReason.filter(isNoDifference) };
  },
};

const isNoDifference = ({ kind }: DayFigures["byReason"][number]) => kind !== "over_short";

/** Whether an actor may see all of an event. */
export function seesAll({ permissions }: Actor, { kind }: LedgerEvent): boolean {
  return WITHOUT_EXPECTATION[kind] === undefined || permissions.includes("report:read");
}

/** An event as an actor may see it. Where something is left out, its hash can no longer be computed from the rest. */
export function eventFor(actor: Actor, event: LedgerEvent): SeenEvent {
  const view = seesAll(actor, event) ? undefined : WITHOUT_EXPECTATION[event.kind];
  return view ? ({ ...event, data: view(event), partial: true } as SeenEvent) : event;
}
