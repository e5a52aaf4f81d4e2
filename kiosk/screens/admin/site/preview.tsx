import type { SiteConfig } from "../../../../common/api/site.ts";
import { PAPER_COLUMNS } from "../../../../common/paper.ts";
import { t } from "../../../text/index.ts";

const RULE = "-".repeat(PAPER_COLUMNS);

/** The head and the foot of a receipt as the printer sets them: as many characters a line as the paper has. */
export function Preview({ site }: { site: SiteConfig }) {
  const head = [site.name, ...linesOf(site.address), ...linesOf(site.receiptHeader)];
  const lines = [...head, RULE, t("site.preview.body"), RULE, ...linesOf(site.receiptFooter)];
  return (
    <figure class="site-preview">
      <figcaption class="field-label">{t("site.preview")}</figcaption>
      <pre class="site-paper">{lines.flatMap(broken).join("\n")}</pre>
    </figure>
  );
}

function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trimEnd())
    .filter((line) => line !== "");
}

/** A line as the printer breaks it, which knows no words. */
function broken(line: string): string[] {
  return line.match(new RegExp(`.{1,${PAPER_COLUMNS}}`, "gu")) ?? [];
}
