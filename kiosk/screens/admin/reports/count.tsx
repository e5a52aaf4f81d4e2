import { useState } from "preact/hooks";
import type { Site } from "../../../../common/api/site.ts";
import { OCCUPANCY_REASONS } from "../../../../common/words.ts";
import { getTagged } from "../../../api.ts";
import { Button } from "../../../parts/button.tsx";
import { Choice } from "../../../parts/choice.tsx";
import { Confirm } from "../../../parts/confirm.tsx";
import { useLoad } from "../../../parts/use-load.ts";
import { may } from "../../../session.ts";
import { t } from "../../../text/index.ts";
import { Input } from "../parts/fields.tsx";
import { Loaded } from "../parts/loaded.tsx";
import { wholeOf } from "../parts/numbers.ts";
import { AdminPage } from "../parts/page.tsx";
import { type Count, type CountDraft, useCount } from "./use-count.ts";
import { goTo } from "./ways.ts";

const MOST_DIGITS = 6;

/** Sets the number of cars inside to what somebody counted: `#/admin/reports/occupancy/count`. */
export function CountPage() {
  const seen = useLoad(() => getTagged<Site>("/api/site"), "site");
  const count = useCount(seen);
  if (!may("session:update")) return <AdminPage title={t("count.title")}>{t("admin.unknown")}</AdminPage>;
  return (
    <AdminPage
      title={t("count.title")}
      actions={<Actions count={count} capacity={seen.value?.value.capacity ?? null} />}
    >
      <Loaded of={seen}>
        {({ value }) => (
          <div class="form-part count-form">
            <p>{seenText(value)}</p>
            <Fields count={count} />
          </div>
        )}
      </Loaded>
    </AdminPage>
  );
}

function seenText({ carsInside: n, capacity }: Site): string {
  return capacity === null ? t("count.seen", { n }) : t("count.seen_of", { n, capacity });
}

function Fields({ count: { draft, problems, change } }: { count: Count }) {
  const wrongCars = draft.cars === "" ? undefined : wrongCarsOf(draft.cars);
  return (
    <>
      <Input
        class="count-cars"
        label={t("count.cars")}
        ltr
        value={draft.cars}
        error={wrongCars ?? problems.carsInside}
        onInput={(cars) => change({ cars })}
      />
      <Choice
        label={t("count.why")}
        options={OCCUPANCY_REASONS}
        value={draft.reason}
        text={(reason) => t(`occupancy_reason.${reason}`)}
        onChoose={(reason) => change({ reason })}
      />
      {draft.reason === "other" ? (
        <Input
          label={t("count.note")}
          value={draft.note}
          error={problems.note === undefined ? null : t("count.note_wrong")}
          onInput={(note) => change({ note })}
        />
      ) : null}
    </>
  );
}

function wrongCarsOf(cars: string): string | undefined {
  if (/^\d+$/.test(cars.trim()) && cars.trim().length > MOST_DIGITS) return t("count.cars_long", { n: MOST_DIGITS });
  return wholeOf(cars) === null ? t("count.cars_wrong") : undefined;
}

function Actions({ count, capacity }: { count: Count; capacity: number | null }) {
  const [asking, setAsking] = useState(false);
  const { draft, meanwhile } = count;
  const cars = wholeOf(draft.cars);
  if (meanwhile !== null) return <Conflict count={count} now={meanwhile} cars={cars ?? 0} />;
  const over = cars !== null && capacity !== null && cars > capacity;
  if (asking && over)
    return (
      <Confirm
        question={t("count.over_ask", { n: cars, capacity })}
        onKeep={() => setAsking(false)}
        onConfirm={() => count.save().finally(() => setAsking(false))}
      >
        {t("count.do", { n: cars })}
      </Confirm>
    );
  return (
    <>
      <span class="space" />
      <Button size="lg" onTap={() => goTo("occupancy")}>
        {t("do.cancel")}
      </Button>
      <Button
        size="lg"
        variant="primary"
        class="main"
        hint={t("count.hint")}
        refusal={refusalOf(draft)}
        onTap={() => (over ? setAsking(true) : count.save())}
      >
        {cars === null ? t("count.do_plain") : t("count.do", { n: cars })}
      </Button>
    </>
  );
}

function refusalOf({ cars, reason, note }: CountDraft): string | null {
  const wrong = wrongCarsOf(cars);
  if (wrong !== undefined) return wrong;
  if (reason === null) return t("count.reason_first");
  return reason === "other" && note.trim() === "" ? t("count.note_wrong") : null;
}

/** A car came or left between the look at the number and the save: the person decides which number holds. */
function Conflict({ count, now, cars }: { count: Count; now: number; cars: number }) {
  return (
    <>
      <p class="save-summary" role="alert">
        <strong>
          <span aria-hidden="true">▲ </span>
          {t("count.conflict", { n: now })}
        </strong>
      </p>
      <Button size="lg" hint={t("conflict.theirs_hint")} onTap={count.takeTheirs}>
        {t("count.conflict_theirs", { n: now })}
      </Button>
      <Button size="lg" hint={t("count.hint")} onTap={count.keepMine}>
        {t("count.conflict_mine", { n: cars })}
      </Button>
    </>
  );
}
