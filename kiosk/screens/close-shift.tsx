import { useState } from "preact/hooks";
import type { Shift } from "../../common/api/shifts.ts";
import { sumCounted } from "../../common/money.ts";
import { post } from "../api.ts";
import { second } from "../clock.ts";
import { Button } from "../parts/button.tsx";
import { Confirm } from "../parts/confirm.tsx";
import { type Counted, DrawerCount, piecesOf } from "../parts/drawer-count.tsx";
import { TextField } from "../parts/field.tsx";
import { Keyboard } from "../parts/keyboard.tsx";
import { typeText } from "../parts/typing.ts";
import { useIntention } from "../parts/use-intention.ts";
import { Money, price, timeOfDay } from "../parts/values.tsx";
import { go } from "../router.ts";
import { run } from "../run.ts";
import { me, readShift, shift, site } from "../session.ts";
import { t } from "../text/index.ts";
import { Full } from "./layout.tsx";

/** The drawer is counted blind: what ought to be in it is not shown before the count is given. */
export function CloseShift() {
  const open = shift.value;
  if (open == null) return <NoShift />;
  return <Count shift={open} />;
}

function NoShift() {
  return (
    <Full
      title={t("menu.close_shift")}
      actions={
        <Button size="lg" onTap={() => go()}>
          {t("do.back")}
        </Button>
      }
    >
      <p class="soft">{t("close_shift.none")}</p>
    </Full>
  );
}

function Count({ shift: open }: { shift: Shift }) {
  const [counted, setCounted] = useState<Counted>({});
  const [remark, setRemark] = useState("");
  const [remarking, setRemarking] = useState(false);
  const [asking, setAsking] = useState(false);
  const close = useClosing(open);
  const total = sumCounted(counted);
  const aside = (
    <p class="soft">
      {t("close_shift.span", {
        name: me.value?.displayName ?? "",
        from: timeOfDay(open.openedAt),
        to: timeOfDay(second.value),
      })}
    </p>
  );
  return (
    <Full
      title={t("close_shift.title", { number: open.number })}
      aside={aside}
      actions={
        asking ? (
          <Confirm
            question={t("close_shift.ask", { number: open.number, amount: price(total) })}
            warning={t("close_shift.final")}
            keep={t("close_shift.count_more")}
            onKeep={() => setAsking(false)}
            onConfirm={() => close(counted, remark)}
          >
            {t("close_shift.confirm")}
          </Confirm>
        ) : (
          <Actions
            total={total}
            remarking={remarking}
            onRemark={() => setRemarking(!remarking)}
            onSubmit={() => setAsking(true)}
          />
        )
      }
    >
      {remarking ? (
        <div class="remark">
          <TextField label={t("close_shift.remark_label")} value={remark} onInput={setRemark} />
          <Keyboard onKey={(key) => setRemark(typeText(remark, key))} />
        </div>
      ) : (
        <DrawerCount denominations={site.value?.denominations ?? []} counted={counted} onChange={setCounted} />
      )}
      {asking || remarking ? null : <Total total={total} />}
    </Full>
  );
}

function Total({ total }: { total: number }) {
  return (
    <p class="total">
      <span>{t("close_shift.counted")}</span>
      <Money amount={total} />
      <span class="soft">{t("close_shift.blind")}</span>
    </p>
  );
}

interface ActionsProps {
  total: number;
  remarking: boolean;
  onRemark: () => void;
  onSubmit: () => void;
}

function Actions({ total, remarking, onRemark, onSubmit }: ActionsProps) {
  return (
    <>
      <Button size="lg" onTap={() => go()}>
        {t("do.back")}
      </Button>
      <Button size="lg" onTap={onRemark}>
        {t(remarking ? "close_shift.count" : "close_shift.remark")}
      </Button>
      <span class="space" />
      <Button
        size="lg"
        variant="primary"
        class="main"
        hint={t("close_shift.do_hint", { amount: price(total) })}
        onTap={onSubmit}
      >
        {t("close_shift.do")}
      </Button>
    </>
  );
}

function useClosing(open: Shift): (counted: Counted, remark: string) => Promise<unknown> {
  const intention = useIntention();
  return (counted, remark) =>
    run(async () => {
      const note = remark.trim();
      const body = { counted: piecesOf(counted), ...(note === "" ? {} : { note }) };
      await post(`/api/shifts/${open.id}/close`, body, { intention });
      // The report first: without a shift, the way on from here would be to open one.
      go("shift", "report", open.id);
      await readShift();
    });
}
