import type { Page } from "../../../common/api/parts.ts";
import type { Session } from "../../../common/api/sessions.ts";
import { get } from "../../api.ts";
import { run } from "../../run.ts";
import { t } from "../../text/index.ts";
import { toastError } from "../../toasts.ts";
import { carry } from "./desk.ts";
import { spacedPlate } from "./plates.ts";

export interface StayFilter {
  q?: string;
  from?: string;
  to?: string;
  limit?: number;
}

/** The number on a ticket as people read it aloud, without the check that follows it. */
export function ticketNumber(ticket: string): string {
  return ticket.split("-")[0] ?? ticket;
}

/** A stay as people call it: by its plate, without one by its ticket. */
export function stayName({ plate, ticket }: { plate: string | null; ticket: string | null }): string {
  return plate === null ? t("due.ticket", { number: ticketNumber(ticket ?? "") }) : spacedPlate(plate);
}

/** Stays that have not ended, the last to come in first. */
export async function readInside(filter: StayFilter = {}): Promise<Session[]> {
  const query = (state: "open" | "paid") => {
    const params = new URLSearchParams({ state, limit: String(filter.limit ?? 60) });
    if (filter.q) params.set("q", filter.q);
    if (filter.from) params.set("from", filter.from);
    if (filter.to) params.set("to", filter.to);
    return get<Page<Session>>(`/api/sessions?${params}`);
  };
  const [open, paid] = await Promise.all([query("open"), query("paid")]);
  return [...open.items, ...paid.items].sort((a, b) => b.enteredAt.localeCompare(a.enteredAt));
}

/** Puts the stay of a scanned ticket on the workbench. */
export function carryScanned(code: string): Promise<unknown> {
  return run(async () => {
    const ticket = code.replace(/\s/g, "").toUpperCase();
    const page = await get<Page<Session>>(`/api/sessions?q=${encodeURIComponent(ticket.slice(0, 40))}`);
    const stay = page.items.find((one) => one.ticket === ticket);
    if (stay === undefined) return toastError(t("scan.unknown"));
    if (stay.state === "closed" || stay.state === "voided") return toastError(t("scan.left"));
    await carry(stay);
  });
}
