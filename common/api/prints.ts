/** What is waiting to be printed. */
export interface PrintJob {
  id: number;
  kind: "receipt" | "ticket" | "report";
  /** The payment or the stay it is of; null for a report. */
  subject: string | null;
  /** The number people know it by: that of the receipt or the ticket; null for a report. */
  number: number | null;
  /** 0 is the original. */
  copy: number;
  /** The lane whose printer prints it; null for the first there is. */
  lane: string | null;
  askedAt: string;
  askedBy: string;
  /** A printer was given it and did not say that it printed it. */
  begun: boolean;
}

/** What became of something that was to be printed, as far as it is known after a moment. */
export interface Printing {
  printed: boolean;
  /** It waits for a printer and comes by itself; not so where there is no printer at all. */
  waiting: boolean;
}
