import type { LedgerEvent } from "../../../../common/events.ts";
import { may } from "../../../session.ts";
import { t } from "../../../text/index.ts";
import { Loaded } from "../parts/loaded.tsx";
import { usePicture } from "./use-picture.ts";
import { laneName } from "./values.ts";

/** What stood at the barrier when somebody gave it a request by hand; nothing with any other entry. */
export function IntentPicture({ event }: { event: LedgerEvent }) {
  const { kind, lane, data, seq } = event;
  const byHand = kind === "barrier_intent" && "cause" in data && data.cause === "hand";
  if (!byHand || lane === null || !may("session:read")) return null;
  return <Taken lane={lane} seq={seq} />;
}

function Taken({ lane, seq }: { lane: string; seq: number }) {
  const picture = usePicture(`/api/lanes/${encodeURIComponent(lane)}/intent/${seq}/picture`);
  return (
    <section class="form-part" aria-label={t("ledger.picture")}>
      <h2>{t("ledger.picture")}</h2>
      <Loaded of={picture}>
        {(address) =>
          address === null ? (
            <p class="soft">{t("ledger.picture.none")}</p>
          ) : (
            <img class="ledger-picture" src={address} alt={t("ledger.picture.of", { lane: laneName(lane) })} />
          )
        }
      </Loaded>
    </section>
  );
}
