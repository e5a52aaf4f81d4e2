/** What the overview says of this area. */
export function ScreenFact() {
  return null;
}
