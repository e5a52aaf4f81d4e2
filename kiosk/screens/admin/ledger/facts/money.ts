import { price } from "../../../../parts/values.tsx";
import { lookUp, t } from "../../../../text/index.ts";
import { dateTime } from "../values.ts";
import { brief, type FactsOf, fact, named, sum, why } from "./fact.ts";

const totals = ({ perpetual, absolute }: { perpetual: number; absolute: number }) => [
  sum("turnover", perpetual),
  sum("moved", absolute),
];

const voidReason = (one: string) => lookUp(`void_reason.${one}`);

/** Money, shifts and days. */
export const MONEY_FACTS: FactsOf = {
  payment: (data) => [
    brief("method", t(`method.${data.method}`)),
    named("receipt", data.receiptNumber),
    sum("tax", data.tax),
    sum("tendered", data.tendered),
    sum("change", data.change),
    fact("paid_until", dateTime(data.paidUntil)),
    ...totals(data.totals),
  ],
  void: (data) => [named("entry", data.voidedSeq), ...why(voidReason, data), ...totals(data.totals)],
  receipt_copy: (data) => [
    data.copy === 0 ? brief("what", t("ledger.field.original")) : named("copy", data.copy),
    named("entry", data.paymentSeq),
  ],
  sale_abandoned: (data) => [brief("amount", price(data.amount))],
  shift_open: (data) => [named("shift", data.number), named("float", price(data.float))],
  shift_close: (data, { people }) => [
    fact("person", people[data.userId]),
    named("counted", price(data.countedTotal)),
    sum("expected", data.expected),
    named("over_short", price(data.overShort)),
    brief("note", data.note),
    ...totals(data.totals),
  ],
  cash_movement: (data) => [
    brief("what", t(`cash_type.${data.type}`)),
    ...why((one) => lookUp(`cash_reason.${one}`), data),
    ...totals(data.totals),
  ],
  day_close: (data) => [
    brief("day", data.date),
    brief("amount", price(data.sums.amount)),
    sum("tax", data.sums.tax),
    fact("payments", data.sums.payments),
    fact("voids", data.sums.voids),
    data.late ? named("late", t("ledger.seconds", { s: data.lateSeconds })) : null,
    ...totals(data.totals),
  ],
};
