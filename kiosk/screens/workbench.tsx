import { useEffect } from "preact/hooks";
import { onScan } from "../parts/scanner.ts";
import { may } from "../session.ts";
import { openSheet, sheet } from "../sheets.ts";
import { useArrivalTick } from "./bench/arrival.ts";
import { subject } from "./bench/desk.ts";
import { DonePane } from "./bench/done.tsx";
import { DuePane } from "./bench/due.tsx";
import { FlashPane } from "./bench/flash.tsx";
import { IdlePane } from "./bench/idle.tsx";
import { useLastPayment } from "./bench/last-payment.ts";
import { PuzzlePane } from "./bench/puzzle.tsx";
import { Rail } from "./bench/rail.tsx";
import { carryScanned } from "./bench/stays.ts";
import { Split } from "./layout.tsx";

/** Lanes on the one side, the vehicle that is dealt with on the other. */
export function Workbench() {
  useLastPayment();
  useScannedTickets();
  useFindKey();
  useArrivalTick();
  return (
    <Split rail={<Rail />}>
      <Subject />
    </Split>
  );
}

function Subject() {
  const about = subject.value;
  if (about.kind === "done") return <DonePane key={about.key} done={about.done} />;
  if (about.kind === "due") return <DuePane key={about.key} due={about} />;
  if (about.kind === "puzzle") return <PuzzlePane key={about.key} lane={about.lane} vehicle={about.vehicle} />;
  if (about.kind === "flash") return <FlashPane key={about.key} lane={about.lane} vehicle={about.vehicle} />;
  return <IdlePane />;
}

/** Sheets in which a scanned ticket means the stay that is looked for; under any other it waits to be scanned again. */
const LOOKING = ["find", "lost", "plate"];

function useScannedTickets(): void {
  useEffect(
    () =>
      onScan((code) => {
        if (!may("session:read") || (sheet.value !== null && !LOOKING.includes(sheet.value.name))) return;
        void carryScanned(code);
      }),
    [],
  );
}

function useFindKey(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "F2" || !may("session:read")) return;
      event.preventDefault();
      openSheet("find", {});
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, []);
}
