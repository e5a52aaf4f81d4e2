/** What goes on a piece of paper, without a word of how a printer is told to. */
export interface PrintDocument {
  /** Lines of at most `PAPER_COLUMNS` characters, in the order in which they are read. None: nothing is printed. */
  lines: readonly string[];
  /** The language of the lines: Arabic is written from the right. */
  language: string;
  /** What the QR code below the lines says, or null for none. */
  qr: string | null;
  /** Whether the paper is cut off below. */
  cut: boolean;
  /** Whether the cash drawer springs open. */
  kick: boolean;
}

/** A document of lines that is cut off, from text with line ends. */
export function documentOf(text: string, language: string, qr: string | null = null): PrintDocument {
  return { lines: text.replace(/\n+$/, "").split("\n"), language, qr, cut: true, kick: false };
}

/** Opens the cash drawer and prints nothing. */
export const DRAWER_KICK: PrintDocument = { lines: [], language: "en", qr: null, cut: false, kick: true };

/** A print failed before the printer was given a byte of it: it can be printed again and is no copy. */
export class NothingPrintedError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "NothingPrintedError";
  }
}

/** What came of a print. `unknown`: some of it may be on paper, and only a person can tell. */
export type PrintOutcome = "printed" | "nothing" | "unknown" | "no_printer";
