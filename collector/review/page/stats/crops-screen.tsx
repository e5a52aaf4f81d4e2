import { useEffect, useState } from "preact/hooks";
import type { ItemPage, ReviewItem } from "../../../../common/api/collector.ts";
import { REVIEW_KINDS } from "../../../../common/review.ts";
import { get } from "../api.ts";
import { queryOf } from "../filter.ts";
import { keyOf } from "../merge.ts";
import { Button } from "../parts/button.tsx";
import { linkTo } from "../router.ts";
import { KIND_NAMES, text, VERDICT_NAMES } from "../text.ts";
import { CropCard } from "./crop-card.tsx";
import { Failed } from "./failed.tsx";
import { LargerView } from "./larger-view.tsx";

const PAGE = 60;
const PARAMETERS = ["booth", "kind", "state", "cameraClass", "verdict", "operator"];

/** The crops of one cell of a matrix, or of one operator. */
export function CropsScreen({ query }: { query: URLSearchParams }) {
  const narrow = queryOf(Object.fromEntries(PARAMETERS.map((name) => [name, query.get(name)])));
  return (
    <main class="page">
      <header class="page-head">
        <h2>{titleOf(query)}</h2>
        <a class="button" href={linkTo("stats", queryOf({ booth: query.get("booth") }))}>
          {text.backToStats}
        </a>
      </header>
      <Crops key={narrow} query={narrow} />
    </main>
  );
}

function Crops({ query }: { query: string }) {
  const { items, next, isBusy, isFailed, more } = useItems(query);
  const [open, setOpen] = useState<number | null>(null);
  return (
    <section aria-label={text.cropsTitle} aria-busy={isBusy}>
      {items.length === 0 && !isBusy && !isFailed ? <p class="empty">{text.cropsNone}</p> : null}
      <ul class="grid">
        {items.map((item, index) => (
          <CropCard key={keyOf(item)} item={item} onOpen={() => setOpen(index)} />
        ))}
      </ul>
      {isFailed ? <Failed words={text.cropsFailed} onAgain={more} /> : null}
      {next !== null && !isFailed ? <Button onTap={more}>{text.more}</Button> : null}
      {open === null ? null : <LargerView items={items} index={open} onShow={setOpen} onClose={() => setOpen(null)} />}
    </section>
  );
}

function titleOf(query: URLSearchParams): string {
  const names: Readonly<Record<string, string>> = { ...VERDICT_NAMES, none: text.cameraNothing };
  const kind = REVIEW_KINDS.find((name) => name === query.get("kind"));
  const camera = names[query.get("cameraClass") ?? ""];
  const verdict = names[query.get("verdict") ?? ""];
  const operator = query.get("operator");
  if (operator !== null) return text.cropsOfOperator(operator.slice(0, 8));
  return kind && camera && verdict ? text.cropsOf(KIND_NAMES[kind], camera, verdict) : text.cropsTitle;
}

interface Items {
  items: ReviewItem[];
  next: string | null;
  isBusy: boolean;
  isFailed: boolean;
}

/** Pages of items, one after the other. */
function useItems(query: string): Items & { more: () => void } {
  const [state, setState] = useState<Items>({ items: [], next: null, isBusy: true, isFailed: false });
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    let isGone = false;
    get<ItemPage>(`/api/items?${query}&${queryOf({ limit: PAGE, cursor: state.next })}`).then(
      ({ items, next }) =>
        !isGone && setState({ items: [...state.items, ...items], next, isBusy: false, isFailed: false }),
      () => !isGone && setState({ ...state, isBusy: false, isFailed: true }),
    );
    return () => {
      isGone = true;
    };
  }, [turn]);
  return {
    ...state,
    more: () => {
      setState({ ...state, isBusy: true, isFailed: false });
      setTurn(turn + 1);
    },
  };
}
