import { may } from "../../../session.ts";
import { EntryPage } from "./entry.tsx";
import { LedgerList } from "./list.tsx";
import { VoidPage } from "./void.tsx";

/** The ledger: its list, one entry with its proof, and voiding that entry. */
export function LedgerPage({ path: [seq, step] }: { path: readonly string[] }) {
  if (seq === undefined || !/^\d{1,15}$/.test(seq)) return <LedgerList />;
  if (step === "void" && may("event:void")) return <VoidPage key={seq} seq={Number(seq)} />;
  return <EntryPage key={seq} seq={Number(seq)} />;
}
