/** What the overview says of this area. */
export function ModulesFact() {
  return null;
}
