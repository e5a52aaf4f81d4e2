/** What the overview says of this area. */
export function RolesFact() {
  return null;
}
