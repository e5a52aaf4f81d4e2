import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";
import type { Session } from "../../../common/api/sessions.ts";
import { Button } from "../../parts/button.tsx";
import { Failure } from "../../parts/failure.tsx";
import type { Loaded } from "../../parts/use-load.ts";
import { Working } from "../../parts/working.tsx";
import { t } from "../../text/index.ts";
import { StayCard } from "../bench/stay-card.tsx";
import { useFit } from "../bench/use-fit.ts";

const CARD = { width: 140, height: 136 };

interface StayListProps {
  /** Stands as the last of the cards, on every page. */
  last?: ComponentChildren;
  loaded: Loaded<Session[]>;
  /** Changes whenever another question is asked: the list begins at its first page again. */
  question: string;
  onChoose: (stay: Session) => unknown;
}

/** Stays to choose from, as many as there is room for; the rest a page further on. Nothing scrolls. */
export function StayList({ loaded, question, onChoose, last }: StayListProps) {
  const box = useRef<HTMLDivElement>(null);
  const { columns, rows } = useFit(box, CARD);
  const [turned, setTurned] = useState({ question, page: 0 });
  const stays = loaded.value ?? [];
  const size = Math.max(1, columns * rows - (last === undefined ? 0 : 1));
  const pages = Math.max(1, Math.ceil(stays.length / size));
  const page = turned.question === question ? Math.min(turned.page, pages - 1) : 0;
  const turn = (by: number) => setTurned({ question, page: page + by });
  return (
    <div class="stay-list">
      {pages > 1 ? (
        <Button class="turn" keepFocus label={t("list.later")} refusal={page === 0 ? "" : null} onTap={() => turn(-1)}>
          <span aria-hidden="true" class="arrow">
            ‹
          </span>
        </Button>
      ) : null}
      <div class="stays" ref={box}>
        {stays.slice(page * size, (page + 1) * size).map((stay) => (
          <StayCard key={stay.id} stay={stay} onTap={() => onChoose(stay)} />
        ))}
        {loaded.value === undefined ? <Waiting loaded={loaded} /> : null}
        {loaded.value !== undefined && stays.length === 0 ? <p class="soft">{t("find.none")}</p> : null}
        {last}
      </div>
      {pages > 1 ? (
        <Button
          class="turn"
          keepFocus
          label={t("list.earlier")}
          refusal={page >= pages - 1 ? "" : null}
          onTap={() => turn(1)}
        >
          <span aria-hidden="true" class="arrow">
            ›
          </span>
        </Button>
      ) : null}
    </div>
  );
}

function Waiting({ loaded }: { loaded: Loaded<Session[]> }) {
  return loaded.error === null ? <Working /> : <Failure error={loaded.error} onRetry={loaded.reload} />;
}
