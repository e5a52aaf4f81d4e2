import type { BackupStatus } from "../../../../common/api/backups.ts";
import { may } from "../../../session.ts";
import { t } from "../../../text/index.ts";
import { Loaded } from "../parts/loaded.tsx";
import { AdminPage } from "../parts/page.tsx";
import { Copies } from "./copies.tsx";
import { Notes } from "./notes.tsx";
import { RunBar } from "./run-bar.tsx";
import { Standing } from "./standing.tsx";
import { Trouble } from "./trouble.tsx";
import { useStatus } from "./use-status.ts";
import { Verdict } from "./verdict.tsx";

/** How backups stand: whether all is well, when the last and the next one are, and every copy there is. */
export function Overview() {
  const status = useStatus();
  const mayChange = may("site:update");
  const foot = mayChange && status.value !== undefined ? <RunBar status={status.value} /> : null;
  return (
    <AdminPage title={t("admin.area.backup")} aside={<Ways mayChange={mayChange} />} actions={foot}>
      <Loaded of={status}>{(value) => <Body status={value} mayChange={mayChange} />}</Loaded>
    </AdminPage>
  );
}

function Ways({ mayChange }: { mayChange: boolean }) {
  return (
    <div class="row">
      <a class="button sm" href="#/admin/backup/restore">
        {t("backup.restore")}
      </a>
      {mayChange ? (
        <a class="button sm" href="#/admin/backup/settings">
          {t("backup.settings")}
        </a>
      ) : null}
    </div>
  );
}

function Body({ status, mayChange }: { status: BackupStatus; mayChange: boolean }) {
  return (
    <>
      <Trouble status={status} />
      <Verdict />
      <Standing status={status} />
      <Notes status={status} />
      {status.target.ok ? (
        <Copies copies={status.copies} verifiable={mayChange && status.key === "identity"} />
      ) : (
        <p class="soft">{t("backup.list.unknown")}</p>
      )}
    </>
  );
}
