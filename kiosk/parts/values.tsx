import type { ComponentChildren } from "preact";
import { site, zone } from "../session.ts";
import { clockTime, money } from "../text/format.ts";

/** Numbers, plates and times, which run from left to right in every language. */
export function Ltr({ children, class: name }: { children: ComponentChildren; class?: string }) {
  return (
    <bdi dir="ltr" class={name}>
      {children}
    </bdi>
  );
}

/** An amount in the site's currency as text, for buttons and sentences. */
export function price(amount: number, short = false): string {
  return money(amount, site.value?.currency ?? "EUR", short);
}

/** A time of day at the site as text. */
export function timeOfDay(at: string | number, seconds = false): string {
  return clockTime(at, zone.value, seconds);
}

export function Money({ amount, class: name = "" }: { amount: number; class?: string }) {
  return <Ltr class={`number ${name}`}>{price(amount)}</Ltr>;
}

export function Time({ at, seconds = false }: { at: string; seconds?: boolean }) {
  return (
    <time dateTime={at}>
      <Ltr class="number">{timeOfDay(at, seconds)}</Ltr>
    </time>
  );
}
