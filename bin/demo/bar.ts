import type { Booth } from "../../daemon/context.ts";
import { reportValidations } from "../../daemon/services/reports/validations.ts";
import { readSession } from "../../daemon/services/sessions.ts";
import { effectiveModulesOf } from "../../daemon/services/site-config.ts";
import { listStations, validateStay } from "../../daemon/services/validations.ts";
import { personAt } from "./people.ts";
import type { ParkedCar } from "./stage.ts";

/** Of the cars that leave late, so many had a drink at the bar. */
const GUESTS = 4;

/** The bar validates the tickets of some guests, unless it did so today. */
export async function serveGuests(booth: Booth, inside: readonly ParkedCar[]): Promise<void> {
  if (!effectiveModulesOf(booth).includes("validation")) return;
  if (reportValidations(booth, { limit: 1 }).items.length > 0) return;
  const guests = inside.filter(({ sessionId }) => mayHave(booth, sessionId)).slice(-GUESTS);
  for (const [turn, { sessionId }] of guests.entries())
    await validateStay(booth, personAt(booth, turn), { station: "bar", sessionId });
}

function mayHave(booth: Booth, sessionId: string): boolean {
  const bar = listStations(booth, sessionId).find(({ id }) => id === "bar");
  const { state, subscriptionId } = readSession(booth, sessionId);
  return state === "open" && subscriptionId === undefined && bar?.rule != null && bar.givenAt === null;
}
