/** What the overview says of this area. */
export function UsersFact() {
  return null;
}
