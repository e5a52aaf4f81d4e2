import { useEffect, useRef, useState } from "preact/hooks";
import type { PrintJob } from "../../../common/api/prints.ts";
import { ApiError, del, get } from "../../api.ts";
import { laneList, printsWaiting } from "../../feed.ts";
import { Button } from "../../parts/button.tsx";
import { Confirm } from "../../parts/confirm.tsx";
import { Failure } from "../../parts/failure.tsx";
import { Sheet } from "../../parts/sheet.tsx";
import { type Loaded, useLoad } from "../../parts/use-load.ts";
import { Working } from "../../parts/working.tsx";
import { run } from "../../run.ts";
import { may } from "../../session.ts";
import { t } from "../../text/index.ts";
import { useFit } from "../bench/use-fit.ts";
import { PrintRow, printName } from "./print-row.tsx";

const ROW = { width: 200, height: 56 };

/** What waits for a printer, the first asked for first. What nobody needs any more is taken out, after one question. */
export function WaitingPrintsSheet() {
  const loaded = useWaiting();
  const jobs = loaded.value ?? [];
  const [chosen, setChosen] = useState<number | null>(null);
  const [page, setPage] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  const { rows } = useFit(box, ROW);
  const last = Math.max(0, Math.ceil(jobs.length / rows) - 1);
  const shown = jobs.slice(Math.min(page, last) * rows, (Math.min(page, last) + 1) * rows);
  const job = shown.find(({ id }) => id === chosen) ?? null;
  return (
    <Sheet title={t("prints.title")} actions={<Remove key={job?.id} job={job} onDone={loaded.reload} />}>
      <div class="journal-line">
        <p class="soft">{t("prints.by_themselves")}</p>
        <span class="space" />
        {last === 0 ? null : <Turn page={Math.min(page, last)} last={last} onTurn={setPage} />}
      </div>
      <div class="journal" ref={box}>
        {shown.map((one) => (
          <PrintRow key={one.id} job={one} chosen={one === job} onChoose={() => setChosen(one.id)} />
        ))}
        {loaded.value === undefined && loaded.error === null ? <Working /> : null}
        {loaded.error === null ? null : <Failure error={loaded.error} onRetry={loaded.reload} />}
        {loaded.value !== undefined && jobs.length === 0 ? <p class="soft">{t("prints.none")}</p> : null}
      </div>
    </Sheet>
  );
}

/** The queue, read again whenever its length or the state of a printer changes. */
function useWaiting(): Loaded<PrintJob[]> {
  const loaded = useLoad(async () => (await get<{ items: PrintJob[] }>("/api/prints?limit=500")).items, "prints");
  const { reload } = loaded;
  const printers = laneList.value.flatMap(({ devices }) => devices.filter(({ category }) => category === "printer"));
  const state = `${printsWaiting.value} ${printers.map((printer) => `${printer.state} ${printer.message}`)}`;
  useEffect(reload, [state, reload]);
  return loaded;
}

interface TurnProps {
  page: number;
  last: number;
  onTurn: (page: number) => void;
}

function Turn({ page, last, onTurn }: TurnProps) {
  return (
    <div class="pager">
      <Button size="sm" keepFocus refusal={page === 0 ? "" : null} onTap={() => onTurn(page - 1)}>
        {t("list.earlier")}
      </Button>
      <Button size="sm" keepFocus refusal={page === last ? "" : null} onTap={() => onTurn(page + 1)}>
        {t("list.later")}
      </Button>
    </div>
  );
}

function Remove({ job, onDone }: { job: PrintJob | null; onDone: () => void }) {
  const [asking, setAsking] = useState(false);
  if (!may("session:update")) return null;
  if (!asking || job === null)
    return (
      <Button
        variant="danger"
        size="lg"
        refusal={job === null ? t("prints.choose_first") : null}
        onTap={() => setAsking(true)}
      >
        {t("prints.remove")}
      </Button>
    );
  const name = printName(job);
  const remove = () =>
    run(
      () => drop(job.id),
      (dropped) => t(dropped ? "prints.removed" : "prints.gone", { name }),
    ).then(onDone);
  return (
    <Confirm
      danger
      question={t("prints.remove_ask", { name })}
      warning={job.begun ? t("prints.begun") : undefined}
      onKeep={() => setAsking(false)}
      onConfirm={remove}
    >
      {t("prints.remove")}
    </Confirm>
  );
}

/** Whether it was still there to be taken out: it may have been printed while somebody thought about it. */
async function drop(id: number): Promise<boolean> {
  try {
    await del(`/api/prints/${id}`);
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.code === "not_found") return false;
    throw error;
  }
}
