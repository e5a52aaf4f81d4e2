import type { AssignedLane } from "../../../../common/api/setup.ts";
import type { SetupNeed } from "../../../../common/setup-needs.ts";
import { t } from "../../../text/index.ts";

interface MissingProps {
  needs: readonly SetupNeed[];
  lanes: readonly AssignedLane[];
}

/** What setup still wants, each with the way to it. */
export function Missing({ needs, lanes }: MissingProps) {
  if (needs.length === 0) return null;
  return (
    <section class="form-part setup-missing" aria-labelledby="setup-missing">
      <h2 id="setup-missing" tabIndex={-1}>
        {t("setup.missing")}
      </h2>
      <ul>
        {needs.map((need) => (
          <li key={`${need.lane} ${need.what}`}>
            <a class="setup-way" href={wayTo(need)}>
              {wordsOf(need, lanes)}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function wayTo({ what, lane }: SetupNeed): string {
  return what === "lane" ? "#/admin/setup/new" : `#/admin/setup/lanes/${lane}/${what}`;
}

function wordsOf({ what, lane }: SetupNeed, lanes: readonly AssignedLane[]): string {
  if (what === "lane") return t("setup.missing.lane");
  return t(`setup.missing.${what}`, { lane: lanes.find((one) => one.lane === lane)?.name ?? lane });
}
