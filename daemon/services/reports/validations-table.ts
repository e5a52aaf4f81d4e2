import type { ValidationReport, ValidationRule } from "../../../common/api/validations.ts";
import type { Cell, Column, ReportTable } from "./table.ts";
import { spanOf } from "./tables.ts";

const COLUMNS: readonly Column[] = [
  { id: "seq" },
  { id: "at", as: "instant" },
  { id: "station" },
  { id: "ticket" },
  { id: "freeMinutes" },
  { id: "percentOff" },
  { id: "amountOff", as: "money" },
  { id: "currency", machine: true },
  { id: "actor", machine: true },
  { id: "actorName" },
  { id: "sessionId", machine: true },
];

/** One of the three says what came off; the others are empty. */
function ruleCells(rule: ValidationRule): Cell[] {
  return [
    "freeMinutes" in rule ? rule.freeMinutes : null,
    "percent" in rule ? Number(rule.percent) : null,
    "amount" in rule ? rule.amount : null,
  ];
}

/** Validations as a table for a file or for paper. */
export function validationsTable(report: ValidationReport): ReportTable {
  const { items, currency } = report;
  return {
    ...spanOf(report, "validations"),
    title: "validations",
    currency,
    columns: COLUMNS,
    rows: items.map(({ seq, at, station, ticket, rule, actor, sessionId }) => [
      ...[seq, at, station, ticket],
      ...ruleCells(rule),
      ...[currency, actor.id, actor.name, sessionId],
    ]),
  };
}
