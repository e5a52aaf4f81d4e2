import { timeOfDay } from "../../../parts/values.tsx";
import { zone } from "../../../session.ts";
import { dateFormat, listed } from "../../../text/format.ts";

/** A day and time of the site with its year: `1 Jun 2026, 00:00`. */
export function momentText(at: string | number): string {
  const form: Intl.DateTimeFormatOptions = { day: "numeric", month: "short", year: "numeric", timeZone: zone.value };
  const day = dateFormat(form).format(new Date(at));
  return listed([day, timeOfDay(at)]);
}

export function Moment({ at }: { at: string }) {
  return (
    <time dateTime={at}>
      <bdi class="number">{momentText(at)}</bdi>
    </time>
  );
}
