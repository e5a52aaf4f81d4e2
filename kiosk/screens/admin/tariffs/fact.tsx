/** What the overview says of this area. */
export function TariffsFact() {
  return null;
}
