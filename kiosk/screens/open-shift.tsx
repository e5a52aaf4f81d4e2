import { useState } from "preact/hooks";
import type { Page } from "../../common/api/parts.ts";
import type { Shift } from "../../common/api/shifts.ts";
import { sumCounted } from "../../common/money.ts";
import { get, post } from "../api.ts";
import { Button } from "../parts/button.tsx";
import { type Counted, DrawerCount } from "../parts/drawer-count.tsx";
import { Keypad } from "../parts/keypad.tsx";
import { MoneyField } from "../parts/money-field.tsx";
import { typeAmount } from "../parts/typing.ts";
import { useIntention } from "../parts/use-intention.ts";
import { useLoad } from "../parts/use-load.ts";
import { price } from "../parts/values.tsx";
import { go } from "../router.ts";
import { run } from "../run.ts";
import { readShift, site, withoutShift } from "../session.ts";
import { t } from "../text/index.ts";
import { Full } from "./layout.tsx";

/** A shift begins with what lies in the drawer: typed, counted by notes, or taken over uncounted. */
export function OpenShift() {
  const last = useLoad(readLastFloat, "last").value ?? null;
  const [typed, setTyped] = useState<number | null>(null);
  const [counted, setCounted] = useState<Counted>({});
  const [byNotes, setByNotes] = useState(false);
  const open = useOpening();
  const float = byNotes ? sumCounted(counted) : (typed ?? last ?? 0);
  return (
    <Full title={t("open_shift.title")} actions={<Actions float={float} last={last} open={open} />}>
      <div class={`open-shift ${byNotes ? "by-notes" : ""}`}>
        <div class="open-shift-side">
          <MoneyField
            label={t("open_shift.float")}
            amount={float}
            helper={last === null ? undefined : t("open_shift.last", { amount: price(last) })}
          />
          <Button onTap={() => setByNotes(!byNotes)}>{t(byNotes ? "open_shift.type" : "open_shift.count")}</Button>
        </div>
        {byNotes ? (
          <DrawerCount denominations={site.value?.denominations ?? []} counted={counted} onChange={setCounted} />
        ) : (
          <Keypad corner="00" onKey={(key) => setTyped(typeAmount(typed ?? 0, key))} />
        )}
      </div>
    </Full>
  );
}

interface ActionsProps {
  float: number;
  last: number | null;
  open: (float: number) => Promise<unknown>;
}

function Actions({ float, last, open }: ActionsProps) {
  const later = () => {
    withoutShift.value = true;
    go();
  };
  return (
    <>
      <Button size="lg" hint={t("open_shift.later_hint")} onTap={later}>
        {t("open_shift.later")}
      </Button>
      <span class="space" />
      {last === null ? null : (
        <Button size="lg" hint={t("open_shift.uncounted_hint", { amount: price(last) })} onTap={() => open(last)}>
          {t("open_shift.uncounted")}
        </Button>
      )}
      <Button
        size="lg"
        variant="primary"
        class="main"
        hint={t("open_shift.do_hint", { amount: price(float) })}
        onTap={() => open(float)}
      >
        {t("open_shift.do")}
      </Button>
    </>
  );
}

function useOpening(): (float: number) => Promise<unknown> {
  const intention = useIntention();
  return (float) =>
    // The top bar says so from then on; a note would only lie over the first car's payment.
    run(async () => {
      await post<Shift>("/api/shifts", { float }, { intention });
      await readShift();
      go();
    });
}

/** What the drawer held when the shift before ended, or else began. */
async function readLastFloat(): Promise<number | null> {
  const page = await get<Page<Shift>>("/api/shifts?limit=1");
  const before = page.items[0];
  if (before === undefined) return null;
  return before.counted === undefined ? before.float : sumCounted(before.counted);
}
