import { ApiError, getTagged, post } from "../../../api.ts";
import { t, tn } from "../../../text/index.ts";
import type { Agreement } from "./agreement.ts";
import { dayText, lastDay } from "./days.ts";

// Keeps a sign before its number where the text runs from right to left.
const LEFT_TO_RIGHT = "\u200e";

/** `+3 months`, `−1 month`. */
export function monthsText(months: number): string {
  return tn("subscription.months", Math.abs(months), { sign: `${LEFT_TO_RIGHT}${months < 0 ? "−" : "+"}` });
}

/** Moves the end by months, from the end that was seen: if it is another by now, it is not moved. */
export async function extend(seen: Pick<Agreement, "id" | "validTo">, months: number): Promise<Agreement> {
  const path = `/api/subscriptions/${seen.id}`;
  const { value, etag } = await getTagged<Agreement>(path);
  if (value.validTo !== seen.validTo)
    throw new ApiError({ status: 412, code: "changed_meanwhile", message: "the end was moved meanwhile" });
  return post<Agreement>(`${path}/extend`, { months }, { ifMatch: etag });
}

/** What is told of an end that was moved. */
export function movedText(moved: Agreement): string {
  return t("subscription.moved", { name: nameOf(moved), day: dayText(lastDay(moved.validTo)) });
}

/** The holder's name, or that it was erased. */
export function nameOf({ holder }: Pick<Agreement, "holder">): string {
  return holder ?? t("subscription.erased");
}
