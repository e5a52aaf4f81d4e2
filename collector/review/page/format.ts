import type { ReviewItem } from "../../../common/api/collector.ts";
import { KIND_NAMES, text, VERDICT_NAMES } from "./text.ts";

const moment = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });
const whole = new Intl.NumberFormat("en-GB", { maximumFractionDigits: 0 });
const oneDigit = new Intl.NumberFormat("en-GB", { maximumFractionDigits: 1 });
const percent = new Intl.NumberFormat("en-GB", { style: "percent", maximumFractionDigits: 0 });
const percentFine = new Intl.NumberFormat("en-GB", { style: "percent", maximumFractionDigits: 1 });

/** An instant on the clock of whoever looks, such as `29 May, 15:54`. */
export const when = (instant: string): string => moment.format(new Date(instant));

export const count = (value: number): string => whole.format(value);
/** Labels a minute: with a digit after the point while it is slow. */
export const pace = (perMinute: number): string => (perMinute < 10 ? oneDigit : whole).format(perMinute);
export const share = (value: number): string => percent.format(value);
export const shareFine = (value: number): string => percentFine.format(value);

export function cameraName(item: Pick<ReviewItem, "cameraClass">): string {
  return item.cameraClass === null ? text.cameraNothing : VERDICT_NAMES[item.cameraClass];
}

/** The classes of the operator's category in words. */
export function categoryClasses(item: ReviewItem): string {
  return (item.operatorCategory?.classes ?? []).map((name) => VERDICT_NAMES[name]).join(", ");
}

/** What is read aloud of a crop that comes up. */
export function spoken(item: ReviewItem, hidden: boolean): string {
  const head = `${KIND_NAMES[item.kind]}, ${item.boothId}, ${when(item.takenAt)}.`;
  if (hidden) return head;
  const category = item.operatorCategory;
  const operator = category ? ` ${text.operatorCategory}: ${category.name}, ${categoryClasses(item)}.` : "";
  return `${head}${operator} ${text.camera}: ${cameraName(item)}.`;
}
