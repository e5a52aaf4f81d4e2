import type { Printing } from "../../common/api/prints.ts";
import type { Actor, Needs } from "../context.ts";
import { askPrint, awaitPrint, type PrintAsk } from "./print-jobs.ts";
import { sessionById } from "./session-rows.ts";

type PrintBooth = Needs<"db" | "ledger" | "devices" | "bus">;

async function print(booth: PrintBooth, actor: Actor, ask: PrintAsk): Promise<Printing> {
  const id = await booth.ledger.commit(actor, (tx) => askPrint(booth, tx, actor, ask));
  return awaitPrint(booth, id, ask.lane);
}

/** Prints the ticket of a stay, at the lane it came in by where that has a printer, else at the first. Refuses with `not_found`. */
export async function printTicket(booth: PrintBooth, actor: Actor, sessionId: string): Promise<Printing> {
  const session = sessionById(booth.db, sessionId);
  return print(booth, actor, { kind: "ticket", subject: session.id, lane: session.entry_lane });
}

/** Prints a report as it reads now. */
export async function printReport(booth: PrintBooth, actor: Actor, text: string): Promise<Printing> {
  return print(booth, actor, { kind: "report", text, lane: null });
}
