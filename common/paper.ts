/** Characters on a line of a 80 mm receipt printer in its normal font. */
export const PAPER_COLUMNS = 42;
