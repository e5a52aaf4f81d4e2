/** What the overview says of this area. */
export function SubscriptionsFact() {
  return null;
}
