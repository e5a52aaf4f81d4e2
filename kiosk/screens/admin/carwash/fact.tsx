import { t, tn } from "../../../text/index.ts";
import { useStatus } from "./use-status.ts";

/** What the overview says of the car wash: what waits to be sent, and what the collector refused. */
export function CarwashFact() {
  const { value } = useStatus();
  if (value === undefined) return null;
  const { queue, setAside } = value;
  return (
    <>
      {queue.items === 0 ? t("carwash.fact.none") : tn("carwash.fact", queue.items)}
      {setAside.count === 0 ? null : <> · {tn("carwash.fact_aside", setAside.count)}</>}
    </>
  );
}
