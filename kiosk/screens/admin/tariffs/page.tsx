import { may } from "../../../session.ts";
import { t } from "../../../text/index.ts";
import { AdminPage } from "../parts/page.tsx";
import { ComparePage } from "./compare.tsx";
import { DraftPage } from "./draft-page.tsx";
import { VersionList } from "./list.tsx";
import { PublishPage } from "./publish-page.tsx";
import { VersionPage } from "./version.tsx";

/** Tariffs: the versions, one of them, two compared, and the draft of the next one. */
export function TariffsPage({ path }: { path: readonly string[] }) {
  const [page, one, other] = path;
  if (page === undefined) return <VersionList />;
  if (page === "draft" && !may("tariff:update"))
    return <AdminPage title={t("admin.area.tariffs")}>{t("admin.unknown")}</AdminPage>;
  if (page === "draft") return one === "publish" ? <PublishPage key="publish" /> : <DraftPage key="draft" />;
  if (page === "compare" && one !== undefined && other !== undefined)
    return <ComparePage key={path.join()} older={one} newer={other} />;
  return <VersionPage key={page} id={page} />;
}
