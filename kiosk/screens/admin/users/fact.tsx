import { t, tn } from "../../../text/index.ts";
import { usePeople } from "./use-people.ts";

/** How many people can sign in, and how many no longer. */
export function UsersFact() {
  const { value } = usePeople();
  if (value === undefined) return null;
  const disabled = value.filter((user) => user.disabled).length;
  const active = tn("people.count", value.length - disabled);
  return <>{disabled === 0 ? active : `${active} · ${t("people.count_disabled", { n: disabled })}`}</>;
}
