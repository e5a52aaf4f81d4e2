import { useEffect } from "preact/hooks";
import type { CarwashStatus } from "../../../../common/api/carwash.ts";
import { get } from "../../../api.ts";
import { type Loaded, useLoad } from "../../../parts/use-load.ts";

const STATUS = "/api/carwash/status";
/** What is sent is no entry of the ledger, so nobody tells when the queue moves: it is asked. */
const ASK_MS = 5000;

/** How the review queue stands; it keeps up while it is looked at. */
export function useStatus(): Loaded<CarwashStatus> {
  const loaded = useLoad(() => get<CarwashStatus>(STATUS), STATUS);
  const { reload } = loaded;
  useEffect(() => {
    const timer = setInterval(reload, ASK_MS);
    return () => clearInterval(timer);
  }, [reload]);
  return loaded;
}
