import { Button } from "../../../parts/button.tsx";
import { run } from "../../../run.ts";
import { language, t } from "../../../text/index.ts";
import { printPage } from "./paper.ts";

/** A report to take away: as a file, or on paper, in the language of the screen. `path` has its query. */
export function TakeAway({ path }: { path: string }) {
  const form = (format: string) =>
    `${path}${path.includes("?") ? "&" : "?"}format=${format}&language=${language.value}`;
  return (
    <div class="row">
      <a class="button sm" href={form("csv")} download>
        {t("reports.csv")}
      </a>
      <Button size="sm" onTap={() => run(() => printPage(form("html")))}>
        {t("reports.print")}
      </Button>
    </div>
  );
}
