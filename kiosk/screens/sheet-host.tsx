import type { ComponentType } from "preact";
import { type SheetName, type SheetProps, sheet } from "../sheets.ts";
import { CashSheet } from "./cashier/cash-move.tsx";
import { FindSheet } from "./cashier/find.tsx";
import { JournalSheet } from "./cashier/journal.tsx";
import { LetGoSheet } from "./cashier/let-go.tsx";
import { LostTicketSheet } from "./cashier/lost-ticket.tsx";
import { ManualEntrySheet } from "./cashier/manual-entry.tsx";
import { OpenByHandSheet } from "./cashier/open-by-hand.tsx";
import { PlateFixSheet } from "./cashier/plate-fix.tsx";
import { ReceiptSheet } from "./cashier/receipt.tsx";
import { ValidateSheet } from "./cashier/validate.tsx";
import { VoidSheet } from "./cashier/void-payment.tsx";
import { WaitingPrintsSheet } from "./cashier/waiting-prints.tsx";
import { WashSheet } from "./cashier/wash.tsx";
import { MenuSheet } from "./menu.tsx";

const SHEETS: { readonly [K in SheetName]: ComponentType<SheetProps[K]> } = {
  menu: MenuSheet,
  find: FindSheet,
  lost: LostTicketSheet,
  plate: PlateFixSheet,
  hand: OpenByHandSheet,
  go: LetGoSheet,
  validate: ValidateSheet,
  wash: WashSheet,
  entry: ManualEntrySheet,
  journal: JournalSheet,
  void: VoidSheet,
  receipt: ReceiptSheet,
  cash: CashSheet,
  prints: WaitingPrintsSheet,
};

/** Shows the sheet that is open. */
export function SheetHost() {
  const open = sheet.value;
  if (open === null) return null;
  const Content = SHEETS[open.name] as ComponentType<typeof open.props>;
  return <Content key={open.name} {...open.props} />;
}
