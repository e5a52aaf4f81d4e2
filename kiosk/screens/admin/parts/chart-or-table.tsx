import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Choice } from "../../../parts/choice.tsx";
import { t } from "../../../text/index.ts";

const VIEWS = ["chart", "table"] as const;

interface ChartOrTableProps {
  title: string;
  chart: ComponentChildren;
  table: ComponentChildren;
}

/** The same numbers twice: to see at a glance, or to read one by one. */
export function ChartOrTable({ title, chart, table }: ChartOrTableProps) {
  const [view, setView] = useState<(typeof VIEWS)[number]>("chart");
  return (
    <section class="twin" aria-label={title}>
      <header class="twin-head">
        <h2>{title}</h2>
        <Choice
          label={t("admin.view")}
          quiet
          options={VIEWS}
          value={view}
          text={(one) => t(`admin.${one}`)}
          onChoose={setView}
        />
      </header>
      {view === "chart" ? chart : table}
    </section>
  );
}
