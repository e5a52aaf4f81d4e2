import type { Permission } from "../../../../common/permissions.ts";
import { t } from "../../../text/index.ts";
import { Cell, type Mark } from "./cell.tsx";
import { nameOfResource, phraseOf } from "./in-words.ts";
import { mine } from "./locks.ts";
import { difference, fillingOf, toggled } from "./sets.ts";
import { COLUMNS, permissionsAt, ROWS, type Spot } from "./spots.ts";

/** What a role holds, what that is measured by, and what becomes of a change. */
export interface Rights {
  held: readonly Permission[];
  /** What is stored, from which `held` may differ. */
  stored: readonly Permission[];
  /** What another role holds, where it is compared. */
  other: readonly Permission[] | null;
  /** Whether nothing of it can be changed. */
  fixed: boolean;
  onChange: (held: Permission[]) => void;
}

interface RightAtProps {
  spot: Spot;
  rights: Rights;
  /** The id of what says why a right cannot be given. */
  reason: string;
  reached: boolean;
  onFocus: () => void;
}

/** What stands at one spot of the matrix; a dash where the grid has no such right. */
export function RightAt({ spot, rights, reason, reached, onFocus }: RightAtProps) {
  const line = permissionsAt(spot);
  if (line.length === 0) return <Gap />;
  const { held, fixed } = rights;
  const free = mine();
  const locked = fixed || !line.some((permission) => free.includes(permission));
  return (
    <Cell
      spot={idOf(spot)}
      label={labelOf(spot, line)}
      filling={fillingOf(held, line)}
      marks={isSingle(spot) ? marksOf(line, rights) : []}
      locked={locked}
      reason={locked && !fixed ? reason : undefined}
      reached={reached}
      onFocus={onFocus}
      onToggle={() => rights.onChange(toggled(held, line, free))}
    />
  );
}

/** What names a spot in the page. */
export function idOf({ row, column }: Spot): string {
  return `${row}-${column}`;
}

function Gap() {
  return (
    <td class="right none">
      <span aria-hidden="true">–</span>
    </td>
  );
}

const isSingle = ({ row, column }: Spot): boolean => ROWS[row] !== "all" && COLUMNS[column] !== "all";

function labelOf({ row, column }: Spot, line: readonly Permission[]): string {
  const [resource = "all", action = "all"] = [ROWS[row], COLUMNS[column]];
  if (resource !== "all" && action !== "all") return line.map(phraseOf).join();
  if (resource !== "all") return t("roles.all_of", { what: nameOfResource(resource) });
  return action === "all" ? t("roles.all_rights") : t("roles.all_of", { what: t(`action.${action}`) });
}

/** A change that is not saved yet, and a difference from the role beside. */
function marksOf(line: readonly Permission[], { held, stored, other }: Rights): Mark[] {
  const has = (set: readonly Permission[]) => line.some((permission) => set.includes(permission));
  const { added, taken } = difference(stored, held);
  const changed: Mark[] = has(added) ? ["added"] : has(taken) ? ["taken"] : [];
  if (other === null || has(held) === has(other)) return changed;
  return [...changed, has(held) ? "only_here" : "only_there"];
}
