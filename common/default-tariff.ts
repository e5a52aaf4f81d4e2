import type { RateTable, ValidPeriod } from "./rate-table.ts";

const EVERY_DAY: ValidPeriod["days"] = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

/**
 * The rate table of a new site, to be edited: 2.50 per started hour by day, 1.00 from 20:00 to 07:00, at most 18.00
 * a calendar day, in minor units of a currency like the euro.
 */
export const DEFAULT_RATE_TABLE: RateTable = {
  name: "Standard",
  maxValue: 1800,
  resetMode: "calendar",
  resetTime: "00:00",
  freeMinutes: 15,
  graceAfterPaymentMinutes: 15,
  taxRate: "0.21",
  taxIncluded: true,
  rounding: { unit: 1, mode: "nearest" },
  lostTicket: { flat: 2500 },
  validations: { bar: { freeMinutes: 60 } },
  collections: [
    {
      sequence: 1,
      name: "Night",
      crossing: "split",
      validPeriods: [{ days: EVERY_DAY, from: "20:00", to: "07:00" }],
      resetMode: "calendar",
      resetTime: "12:00",
      maxValue: 600,
      lines: [{ sequence: 1, type: "incrementingRate", incrementPeriod: "PT1H", value: 100 }],
    },
    {
      sequence: 2,
      name: "Day",
      crossing: "split",
      resetMode: "session",
      lines: [{ sequence: 1, type: "incrementingRate", incrementPeriod: "PT1H", value: 250 }],
    },
  ],
  cases: [
    { enter: "2026-03-02T10:00", exit: "2026-03-02T10:15", vehicleClass: "sedan", expect: 0 },
    { enter: "2026-03-02T10:00", exit: "2026-03-02T10:16", vehicleClass: "sedan", expect: 250 },
    { enter: "2026-03-02T10:00", exit: "2026-03-02T12:30", vehicleClass: "suv", expect: 750 },
    { enter: "2026-03-02T18:30", exit: "2026-03-02T21:00", vehicleClass: "sedan", expect: 600 },
    { enter: "2026-03-02T20:00", exit: "2026-03-03T07:00", vehicleClass: "motorcycle", expect: 600 },
    { enter: "2026-03-02T08:00", exit: "2026-03-02T20:00", vehicleClass: "van", expect: 1800 },
  ],
};
