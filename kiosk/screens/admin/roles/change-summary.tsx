import type { Role } from "../../../../common/api/auth.ts";
import { Ltr } from "../../../parts/values.tsx";
import { me } from "../../../session.ts";
import { t, tn } from "../../../text/index.ts";
import { difference } from "./sets.ts";

interface ChangeSummaryProps {
  stored: Role;
  value: Role;
  users: number;
}

/** What saving will do, and to how many people: before it is saved. */
export function ChangeSummary({ stored, value, users }: ChangeSummaryProps) {
  const { added, taken } = difference(stored.permissions, value.permissions);
  if (added.length + taken.length === 0) return stored.name === value.name ? null : t("roles.renamed");
  return (
    <>
      <strong>
        <Ltr class="number">{`+${added.length} −${taken.length}`}</Ltr>
      </strong>
      {` · ${tn("roles.users", users)} · ${t("roles.next_tap")}`}
      {value.id === me.value?.roleId ? <strong class="own-role"> {t("roles.yours")}</strong> : null}
    </>
  );
}
