/** What the overview says of this area. */
export function LedgerFact() {
  return null;
}
