import { useEffect, useState } from "preact/hooks";
import type { Session } from "../../../common/api/sessions.ts";
import { Failure } from "../../parts/failure.tsx";
import { onScan } from "../../parts/scanner.ts";
import { SearchField } from "../../parts/search-field.tsx";
import { useLoad } from "../../parts/use-load.ts";
import { Working } from "../../parts/working.tsx";
import { t } from "../../text/index.ts";
import { readInside } from "../bench/stays.ts";
import { StayRow } from "./stay-row.tsx";

const MOST = 4;

/** Finds the stay by the number of its ticket or its plate, typed or scanned. */
export function Find({ onChoose }: { onChoose: (stay: Session) => void }) {
  const [typed, setTyped] = useState("");
  const q = typed.replace(/\s/g, "").toUpperCase();
  const loaded = useLoad(() => (q === "" ? Promise.resolve([]) : readMatching(q)), q);
  const stays = loaded.value ?? [];
  useEffect(() => onScan(setTyped), []);
  const enter = () => {
    if (stays[0] !== undefined && stays.length === 1) onChoose(stays[0]);
  };
  return (
    <div class="validate-find">
      <SearchField label={t("validate.field")} value={typed} onInput={setTyped} onEnter={enter} />
      {q === "" ? <p class="soft">{t("validate.hint")}</p> : null}
      {loaded.error === null ? null : <Failure error={loaded.error} onRetry={loaded.reload} />}
      {loaded.value === undefined && loaded.error === null ? <Working /> : null}
      {stays.slice(0, MOST).map((stay) => (
        <StayRow key={stay.id} stay={stay} onTap={() => onChoose(stay)} />
      ))}
      {q !== "" && loaded.value !== undefined && stays.length === 0 ? <p role="status">{t("validate.none")}</p> : null}
      {stays.length > MOST ? <p class="soft">{t("validate.more")}</p> : null}
    </div>
  );
}

/** Of a whole code only the ticket that bears it: its number alone may be somebody else's slip. */
async function readMatching(q: string): Promise<Session[]> {
  const found = await readInside({ q, limit: MOST + 1 });
  return q.includes("-") ? found.filter(({ ticket }) => ticket === q) : found;
}
