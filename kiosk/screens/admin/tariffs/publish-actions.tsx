import { useState } from "preact/hooks";
import type { RateTable } from "../../../../common/rate-table.ts";
import { Button } from "../../../parts/button.tsx";
import { Confirm } from "../../../parts/confirm.tsx";
import { go } from "../../../router.ts";
import { t } from "../../../text/index.ts";
import { momentText } from "../parts/moment.tsx";
import { differenceRows } from "./difference-rows.ts";
import type { Publishing } from "./use-publish.ts";
import { differenceName, valueText } from "./value-words.ts";

const MOST_NAMED = 3;

interface PublishActionsProps {
  publishing: Publishing;
  refusal: string | null;
  effectiveFrom: string | null;
  /** The rules it was made from, and those to be published. */
  old: RateTable | undefined;
  next: RateTable;
}

/** Asks once before a version is published; where another one came between, that comes first. */
export function PublishActions({ publishing, refusal, effectiveFrom, old, next }: PublishActionsProps) {
  const [asking, setAsking] = useState(false);
  const version = publishing.nextVersion;
  if (publishing.conflict !== null) return <Conflict publishing={publishing} />;
  if (asking && effectiveFrom !== null && refusal === null)
    return (
      <Confirm
        question={t("tariff.publish_ask", { version, date: momentText(effectiveFrom) })}
        warning={`${differenceText(old, next)} ${t("tariff.cannot_withdraw")}`}
        keep={t("tariff.not_yet")}
        onKeep={() => setAsking(false)}
        onConfirm={() => publishing.publish(effectiveFrom).finally(() => setAsking(false))}
      >
        {t("tariff.publish", { version })}
      </Confirm>
    );
  return (
    <>
      <Button size="lg" onTap={() => go("admin", "tariffs", "draft")}>
        {t("tariff.back_to_draft")}
      </Button>
      <span class="space" />
      <Button
        size="lg"
        variant="primary"
        class="main"
        refusal={refusal}
        hint={effectiveFrom === null ? undefined : t("tariff.from_when", { date: momentText(effectiveFrom) })}
        onTap={() => setAsking(true)}
      >
        {t("tariff.publish", { version })}
      </Button>
    </>
  );
}

/** The first differences of the rules in a line; those of the cases follow from them. */
function differenceText(old: RateTable | undefined, next: RateTable): string {
  const all = old === undefined ? [] : differenceRows(old, next).rows;
  const rows = all.filter(({ path }) => !path.startsWith("cases."));
  if (rows.length === 0) return t("tariff.no_differences");
  const named = rows
    .slice(0, MOST_NAMED)
    .map((row) => `${differenceName(row)} ${valueText(row.path, row.before)} → ${valueText(row.path, row.after)}`);
  const more = rows.length > MOST_NAMED ? ` ${t("tariff.more_differences", { n: rows.length - MOST_NAMED })}` : "";
  return `${named.join("; ")}.${more}`;
}

function Conflict({ publishing: { conflict, takeTheirs, keepMine } }: { publishing: Publishing }) {
  if (conflict === null) return null;
  return (
    <>
      <p class="save-summary" role="alert">
        <strong>
          <span aria-hidden="true">▲ </span>
          {t("tariff.conflict", { version: conflict.version })}
        </strong>{" "}
        {t("conflict.what")}
      </p>
      <Button size="lg" hint={t("conflict.theirs_hint")} onTap={takeTheirs}>
        {t("conflict.theirs")}
      </Button>
      <Button size="lg" hint={t("tariff.conflict_mine_hint", { version: conflict.version })} onTap={keepMine}>
        {t("conflict.mine")}
      </Button>
    </>
  );
}
