/** What the overview says of this area. */
export function ReportsFact() {
  return null;
}
