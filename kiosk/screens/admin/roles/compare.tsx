import type { ListedRole } from "../../../../common/api/auth.ts";
import type { Permission } from "../../../../common/permissions.ts";
import { t } from "../../../text/index.ts";
import { Select } from "../parts/fields.tsx";
import { listOf, phraseOf } from "./in-words.ts";
import { difference } from "./sets.ts";

interface CompareProps {
  /** The roles that can stand beside this one. */
  others: readonly ListedRole[];
  chosen: string;
  onChoose: (id: string) => void;
}

/** Stands for no role at all. */
export const NOBODY = "";

/** Another role to stand beside this one. */
export function Compare({ others, chosen, onChoose }: CompareProps) {
  return (
    <Select
      label={t("roles.compare")}
      value={chosen}
      options={[NOBODY, ...others.map(({ id }) => id)]}
      text={(id) => others.find((one) => one.id === id)?.name ?? t("roles.compare_none")}
      onChoose={onChoose}
    />
  );
}

/** In words where two roles differ. */
export function Difference({ held, other }: { held: readonly Permission[]; other: ListedRole }) {
  const { added, taken } = difference(other.permissions, held);
  if (added.length + taken.length === 0) return <p class="soft">{t("roles.same", { name: other.name })}</p>;
  return (
    <dl class="role-difference">
      <Only title={`◆ ${t("roles.only_here")}`} permissions={added} />
      <Only title={`◇ ${t("roles.only_with", { name: other.name })}`} permissions={taken} />
    </dl>
  );
}

function Only({ title, permissions }: { title: string; permissions: readonly Permission[] }) {
  if (permissions.length === 0) return null;
  return (
    <div>
      <dt>{title}</dt>
      <dd>{listOf(permissions.map(phraseOf), "conjunction")}</dd>
    </div>
  );
}
