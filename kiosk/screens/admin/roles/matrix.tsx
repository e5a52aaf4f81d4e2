import { useId, useRef, useState } from "preact/hooks";
import { lacking, PERMISSIONS } from "../../../../common/permissions.ts";
import { t } from "../../../text/index.ts";
import { Padlock } from "../parts/padlock.tsx";
import { nameOfResource } from "./in-words.ts";
import { mine } from "./locks.ts";
import { idOf, RightAt, type Rights } from "./right-at.tsx";
import { COLUMNS, ROWS, type Spot, spotAfter } from "./spots.ts";

/** Resources by actions, 26 rights in all. One Tab stop; the arrow keys move from right to right. */
export function Matrix(rights: Rights) {
  const { at, setAt, table, walk } = useWalk();
  const reason = useId();
  return (
    <div class="matrix-frame">
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: arrow keys move in it, as in a grid */}
      <table class="matrix" role="grid" aria-label={t("roles.matrix")} ref={table} onKeyDown={walk}>
        <Head />
        <tbody>
          {ROWS.map((resource, row) => (
            <tr key={resource} class={resource === "all" ? "whole" : ""}>
              <th scope="row">{resource === "all" ? t("roles.all") : nameOfResource(resource)}</th>
              {COLUMNS.map((action, column) => (
                <RightAt
                  key={action}
                  spot={{ row, column }}
                  rights={rights}
                  reason={reason}
                  reached={row === at.row && column === at.column}
                  onFocus={() => setAt({ row, column })}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {!rights.fixed && lacking(mine(), PERMISSIONS).length > 0 ? (
        <p id={reason} class="soft matrix-note">
          <Padlock />
          {t("roles.not_yours")}
        </p>
      ) : null}
    </div>
  );
}

/** Where the keyboard is in the table, and the keys that lead on. */
function useWalk() {
  const [at, setAt] = useState<Spot>({ row: 0, column: 0 });
  const table = useRef<HTMLTableElement>(null);
  const walk = (event: KeyboardEvent) => {
    const next = spotAfter(at, event.key, document.dir === "rtl");
    if (next === null) return;
    event.preventDefault();
    setAt(next);
    table.current?.querySelector<HTMLElement>(`[data-spot="${idOf(next)}"]`)?.focus();
  };
  return { at, setAt, table, walk };
}

function Head() {
  return (
    <thead>
      <tr>
        <td />
        {COLUMNS.map((action) => (
          <th key={action} scope="col">
            {action === "all" ? t("roles.all") : t(`action.${action}`)}
          </th>
        ))}
      </tr>
    </thead>
  );
}
