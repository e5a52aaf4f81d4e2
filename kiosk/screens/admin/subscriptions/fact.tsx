import type { Page } from "../../../../common/api/parts.ts";
import type { Subscription } from "../../../../common/api/subscriptions.ts";
import { get } from "../../../api.ts";
import { useLoad } from "../../../parts/use-load.ts";
import { tn } from "../../../text/index.ts";
import { SOON_DAYS } from "./standing.tsx";

/** How many end soon. */
export function SubscriptionsFact() {
  const path = `/api/subscriptions?expiringWithinDays=${SOON_DAYS}&limit=500`;
  const { value } = useLoad(() => get<Page<Subscription>>(path), path);
  return value === undefined ? null : <span>{tn("subscription.fact", value.items.length)}</span>;
}
