export type Cell = string | number | null;

/** What a cell means, where it is more than a text or a number: how it is written for people depends on it. */
export type CellKind =
  | "money"
  | "instant"
  | "hour"
  | "seconds"
  | "lane"
  | "kind"
  | "reason"
  | "method"
  | "section"
  | "part";

export interface Column {
  /** Its name in a file for programs. */
  id: string;
  /** The word that heads it for people, if it is not that of its id. */
  head?: string;
  as?: CellKind;
  /** Only programs want it. */
  machine?: boolean;
}

/** A report as rows: what CSV and the page to print are made of. Money in minor units, as in the API. */
export interface ReportTable {
  /** Which title it has, in the words of a language. */
  title: string;
  /** From when to when, or which day. */
  span: string;
  /** How it stands with a day, and the numbers that the words for it name. */
  state?: "open" | "signed" | "late";
  marks?: { number: number; seq: number; lateSeconds: number };
  currency: string;
  timezone: string;
  /** A name for the file, without an ending. */
  file: string;
  columns: readonly Column[];
  rows: readonly (readonly Cell[])[];
}
