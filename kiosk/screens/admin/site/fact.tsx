/** What the overview says of this area. */
export function SiteFact() {
  return null;
}
