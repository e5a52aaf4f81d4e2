import { Ltr, Time } from "../../parts/values.tsx";
import { t } from "../../text/index.ts";
import { ticketNumber } from "../bench/stays.ts";
import { lately } from "./lately.ts";
import { ruleText, stationName } from "./words.ts";

/** What was given lately: who asks "did I?" looks here. */
export function LatelyList() {
  return (
    <section class="validate-lately">
      <h2>{t("validate.lately")}</h2>
      {lately.value.length === 0 ? <p class="soft">{t("validate.lately_none")}</p> : null}
      <ul>
        {lately.value.map(({ seq, at, ticket, station, rule }) => (
          <li key={seq}>
            <Time at={at} />
            <Ltr class="number strong">#{ticketNumber(ticket)}</Ltr>
            <span>{stationName(station)}</span>
            <span>{ruleText(rule)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
