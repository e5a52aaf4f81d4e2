import type { ReviewStats } from "../../../../common/api/collector.ts";
import { get } from "../api.ts";
import { queryOf } from "../filter.ts";
import { count } from "../format.ts";
import { BoothSelect } from "../parts/booth-select.tsx";
import { linkTo } from "../router.ts";
import { text } from "../text.ts";
import { useLoad } from "../use-load.ts";
import { AgreementCards } from "./agreement-cards.tsx";
import { AgreementTable } from "./agreement-table.tsx";
import { Failed } from "./failed.tsx";
import { Matrix } from "./matrix.tsx";

/** How operators and cameras compare with the reviewers. */
export function StatsScreen({ query }: { query: URLSearchParams }) {
  const booth = query.get("booth");
  const asked = queryOf({ booth });
  const { value, isFailed, reload } = useLoad(() => get<ReviewStats>(`/api/stats?${asked}`), asked);
  return (
    <main class="page" aria-busy={!value && !isFailed}>
      <header class="page-head">
        <h2>{text.statsTitle}</h2>
        <BoothSelect
          value={booth}
          onChoose={(chosen) => {
            location.hash = linkTo("stats", queryOf({ booth: chosen }));
          }}
        />
      </header>
      {isFailed ? <Failed words={text.statsFailed} onAgain={reload} /> : null}
      {value ? <Figures stats={value} booth={booth} /> : null}
    </main>
  );
}

function Figures({ stats, booth }: { stats: ReviewStats; booth: string | null }) {
  return (
    <>
      <section class="block">
        <h3>{text.washTitle}</h3>
        <p class="soft">{text.washHelp}</p>
        <AgreementCards sums={stats.wash} />
      </section>
      <div class="columns">
        <AgreementTable title={text.boothsTitle} rows={stats.booths} of="booth" />
        <AgreementTable title={text.operatorsTitle} rows={stats.operators} of="operator" />
      </div>
      {(["wash", "entry"] as const).map((kind) => (
        <section class="block" key={kind}>
          <h3>{text.cameraTitle[kind]}</h3>
          <p class="soft">
            {text.cameraHelp} {text.states(count(stats.states[kind].pending), count(stats.states[kind].skipped))}
          </p>
          <AgreementCards sums={stats.camera[kind]} />
          <Matrix kind={kind} booth={booth} cells={stats.camera[kind].matrix} />
        </section>
      ))}
    </>
  );
}
