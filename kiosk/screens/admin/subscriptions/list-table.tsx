import { Button } from "../../../parts/button.tsx";
import { Ltr } from "../../../parts/values.tsx";
import { run } from "../../../run.ts";
import { t } from "../../../text/index.ts";
import { spacedPlate } from "../../bench/plates.ts";
import { type Column, DataTable } from "../parts/data-table.tsx";
import type { Agreement } from "./agreement.ts";
import { dayText, lastDay } from "./days.ts";
import { extend, monthsText, movedText, nameOf } from "./extend.ts";
import { StandingPill } from "./standing.tsx";

/** Of a fleet the first plates do; all of them are on its page. */
const PLATES_SHOWN = 3;

interface ListTableProps {
  items: readonly Agreement[];
  empty: string;
  /** Whether each can be extended from here. */
  extends: boolean;
  onExtended: () => void;
}

/** A row for each subscription: who, which cars, until when, and how it stands. */
export function ListTable({ items, empty, extends: extendable, onExtended }: ListTableProps) {
  const columns: Column<Agreement>[] = [
    {
      id: "holder",
      title: t("subscription.holder"),
      cell: (one) => (
        <a class="subscription-link" href={`#/admin/subscriptions/${one.id}`}>
          {nameOf(one)}
        </a>
      ),
    },
    { id: "plates", title: t("subscription.plates"), cell: Plates },
    { id: "until", title: t("subscription.until"), cell: (one) => dayText(lastDay(one.validTo)), numeric: true },
    { id: "status", title: t("subscription.status"), cell: (one) => <StandingPill of={one} /> },
  ];
  const extension: Column<Agreement> = {
    id: "extend",
    title: t("subscription.extend"),
    cell: (one) => <Longer one={one} onExtended={onExtended} />,
  };
  return (
    <DataTable
      caption={t("subscription.list")}
      columns={extendable ? [...columns, extension] : columns}
      rows={items}
      keyOf={(one) => one.id}
      empty={empty}
    />
  );
}

function Plates({ plates, credentials }: Agreement) {
  const names = [...plates.map(spacedPlate), ...credentials];
  const more = names.length - PLATES_SHOWN;
  return (
    <span class="subscription-plates">
      {names.slice(0, PLATES_SHOWN).map((name) => (
        <Ltr key={name} class="number">
          {name}
        </Ltr>
      ))}
      {more > 0 ? <Ltr class="soft">+{more}</Ltr> : null}
    </span>
  );
}

function Longer({ one, onExtended }: { one: Agreement; onExtended: () => void }) {
  const tap = async () => {
    await run(() => extend(one, 1), movedText);
    onExtended();
  };
  const months = monthsText(1);
  return (
    <Button size="sm" label={t("subscription.move_label", { name: nameOf(one), months })} onTap={tap}>
      {months}
    </Button>
  );
}
