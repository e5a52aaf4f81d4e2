import { useEffect, useRef, useState } from "preact/hooks";
import type { Page } from "../../../common/api/parts.ts";
import type { Payment } from "../../../common/api/payments.ts";
import { get } from "../../api.ts";
import { now } from "../../clock.ts";
import { onEvent } from "../../feed.ts";
import { Button } from "../../parts/button.tsx";
import { Choice } from "../../parts/choice.tsx";
import { Failure } from "../../parts/failure.tsx";
import { Sheet } from "../../parts/sheet.tsx";
import { useLoad } from "../../parts/use-load.ts";
import { Working } from "../../parts/working.tsx";
import { may, shift } from "../../session.ts";
import { openSheet } from "../../sheets.ts";
import { t } from "../../text/index.ts";
import { printReceipt } from "../bench/receipts.ts";
import { useFit } from "../bench/use-fit.ts";
import { JournalRow } from "./journal-row.tsx";

const ROW = { width: 200, height: 56 };
const SCOPES = ["shift", "today"] as const;
type Scope = (typeof SCOPES)[number];
const DAY_MS = 24 * 3_600_000;

/** The payments of my shift or of the last day: again on paper, or taken back. Voided ones stay, struck through. */
export function JournalSheet() {
  const open = shift.value;
  const [scope, setScope] = useState<Scope>(open == null ? "today" : "shift");
  const [cursors, setCursors] = useState<string[]>([]);
  const [chosen, setChosen] = useState<string | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const { rows } = useFit(box, ROW);
  const [since] = useState(() => new Date(now() - DAY_MS).toISOString());
  const filter = scope === "shift" && open != null ? `shift=${open.id}` : `from=${since}`;
  const cursor = cursors.at(-1);
  const path = `/api/payments?${filter}&limit=${rows}${cursor === undefined ? "" : `&cursor=${cursor}`}`;
  const loaded = useLoad(() => get<Page<Payment>>(path), path);
  useReloadOnPayments(loaded.reload);
  const items = loaded.value?.items ?? [];
  const payment = items.find((one) => one.id === chosen) ?? items[0] ?? null;
  const turn = (to: string[]) => {
    setCursors(to);
    setChosen(null);
  };
  return (
    <Sheet title={t("journal.title")} actions={<JournalActions payment={payment} />}>
      <div class="journal-line">
        {open == null ? null : (
          <Choice
            quiet
            label={t("journal.scope")}
            options={SCOPES}
            value={scope}
            text={(one) => t(`journal.scope.${one}`)}
            onChoose={(one) => {
              setScope(one);
              turn([]);
            }}
          />
        )}
        <span class="space" />
        <Pager cursors={cursors} next={loaded.value?.next ?? null} onTurn={turn} />
      </div>
      <div class="journal" ref={box}>
        {items.map((one) => (
          <JournalRow key={one.id} payment={one} chosen={one === payment} onChoose={() => setChosen(one.id)} />
        ))}
        {loaded.value === undefined && loaded.error === null ? <Working /> : null}
        {loaded.error === null ? null : <Failure error={loaded.error} onRetry={loaded.reload} />}
        {loaded.value !== undefined && items.length === 0 ? <p class="soft">{t("journal.none")}</p> : null}
      </div>
    </Sheet>
  );
}

function useReloadOnPayments(reload: () => void): void {
  useEffect(
    () =>
      onEvent(({ kind }) => {
        if (kind === "payment" || kind === "void" || kind === "receipt_copy") reload();
      }),
    [reload],
  );
}

interface PagerProps {
  cursors: string[];
  next: string | null;
  onTurn: (cursors: string[]) => void;
}

function Pager({ cursors, next, onTurn }: PagerProps) {
  if (cursors.length === 0 && next === null) return null;
  return (
    <div class="pager">
      <Button size="sm" keepFocus refusal={cursors.length === 0 ? "" : null} onTap={() => onTurn(cursors.slice(0, -1))}>
        {t("list.later")}
      </Button>
      <Button
        size="sm"
        keepFocus
        refusal={next === null ? "" : null}
        onTap={() => next !== null && onTurn([...cursors, next])}
      >
        {t("list.earlier")}
      </Button>
    </div>
  );
}

function JournalActions({ payment }: { payment: Payment | null }) {
  if (payment === null) return null;
  return (
    <>
      {may("event:void") && payment.voidedBySeq === undefined ? (
        <Button variant="danger" size="lg" onTap={() => openSheet("void", { payment, from: "journal" })}>
          {t("journal.void", { number: payment.receiptNumber })}
        </Button>
      ) : null}
      <span class="space" />
      <Button size="lg" variant="primary" class="main" onTap={() => printReceipt(payment.id, "journal")}>
        {t("journal.copy", { number: payment.receiptNumber })}
      </Button>
    </>
  );
}
