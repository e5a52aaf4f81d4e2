import type { ComponentChildren } from "preact";
import type { BackupStatus } from "../../../../common/api/backups.ts";
import { backupAlarmOf } from "../../../backups.ts";
import { Pill } from "../../../parts/pill.tsx";
import { Ltr } from "../../../parts/values.tsx";
import { t, tn } from "../../../text/index.ts";
import { Moment } from "../parts/moment.tsx";
import { agoText, sizeText } from "./words.ts";

/** The last good one, the next one, where they go, and what is kept. */
export function Standing({ status }: { status: BackupStatus }) {
  const { lastSuccess, next, copies, targetDir, target } = status;
  const newest = copies.find(({ name }) => name === lastSuccess?.name);
  return (
    <dl class="backup-standing">
      <Fact label={t("backup.last")}>
        {lastSuccess === null ? (
          <strong>{t("backup.none")}</strong>
        ) : (
          <>
            <strong>{agoText(lastSuccess.startedAt)}</strong>
            {backupAlarmOf(status) === null ? (
              <Pill tone="ok" glyph="✓">
                {t("backup.state.ok")}
              </Pill>
            ) : null}
            <span class="soft">
              <Moment at={lastSuccess.startedAt} />
              {newest === undefined ? null : ` · ${sizeText(newest.bytes)}`}
            </span>
          </>
        )}
      </Fact>
      <Fact label={t("backup.next")}>
        <strong>{next === null ? t("backup.next.none") : <Moment at={next} />}</strong>
        <span class="soft">{t("backup.next.clock")}</span>
      </Fact>
      <Fact label={t("backup.kept")}>
        {target.ok ? <strong>{tn("backup.copies", copies.length)}</strong> : null}
        <span class="soft">{t("backup.rule", { n: status.keepLast, days: status.keepDailyDays })}</span>
      </Fact>
      <Fact label={t("backup.target")}>
        <Ltr class="backup-path">{targetDir}</Ltr>
        {target.freeBytes === null ? null : (
          <span class="soft">{t("backup.free", { size: sizeText(target.freeBytes) })}</span>
        )}
      </Fact>
    </dl>
  );
}

function Fact({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
