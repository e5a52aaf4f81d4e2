import { escapeXml, findXml, textAt, type XmlElement } from "./xml.ts";

/** A device's clock as GetSystemDateAndTime tells it (ONVIF Core §8.3.6), to the second. */
export interface DeviceClock {
  /** Milliseconds since 1970 at the start of the second it showed; null where it tells no UTC. */
  utc: number | null;
  daylightSavings: boolean;
  /** Its time zone in POSIX 1003.1 form; empty where it tells none. */
  timeZone: string;
}

/** Reads the response of GetSystemDateAndTime. */
export function readDeviceClock(response: XmlElement): DeviceClock {
  const told = findXml(response, "SystemDateAndTime");
  const utc = findXml(told, "UTCDateTime");
  const number = (...path: string[]) => {
    const text = textAt(utc, ...path);
    return /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
  };
  const [year, month, day] = [number("Date", "Year"), number("Date", "Month"), number("Date", "Day")];
  const [hour, minute, second] = [number("Time", "Hour"), number("Time", "Minute"), number("Time", "Second")];
  const isDate = year >= 1970 && month >= 1 && month <= 12 && day >= 1 && day <= 31;
  const isTime = hour <= 23 && minute <= 59 && second <= 60;
  return {
    utc: isDate && isTime ? Date.UTC(year, month - 1, day, hour, minute, second) : null,
    daylightSavings: textAt(told, "DaylightSavings") === "true",
    timeZone: textAt(told, "TimeZone", "TZ"),
  };
}

/** The content of SetSystemDateAndTime for an instant: set by hand, in UTC; its zone and summer time stay as they are. */
export function clockContent(utc: number, { daylightSavings, timeZone }: DeviceClock): string {
  const at = new Date(utc);
  const tt = 'xmlns="http://www.onvif.org/ver10/schema"';
  const zone = timeZone === "" ? "" : `<TimeZone><TZ ${tt}>${escapeXml(timeZone)}</TZ></TimeZone>`;
  const time = `<Hour>${at.getUTCHours()}</Hour><Minute>${at.getUTCMinutes()}</Minute><Second>${at.getUTCSeconds()}</Second>`;
  const date = `<Year>${at.getUTCFullYear()}</Year><Month>${at.getUTCMonth() + 1}</Month><Day>${at.getUTCDate()}</Day>`;
  return (
    `<DateTimeType>Manual</DateTimeType><DaylightSavings>${daylightSavings}</DaylightSavings>${zone}` +
    `<UTCDateTime><Time ${tt}>${time}</Time><Date ${tt}>${date}</Date></UTCDateTime>`
  );
}
