import { useState } from "preact/hooks";
import type { Page } from "../../../common/api/parts.ts";
import type { GivenValidation, Station } from "../../../common/api/validations.ts";
import { get, post } from "../../api.ts";
import { Button } from "../../parts/button.tsx";
import { Failure } from "../../parts/failure.tsx";
import { useLoad } from "../../parts/use-load.ts";
import { timeOfDay } from "../../parts/values.tsx";
import { Working } from "../../parts/working.tsx";
import { t } from "../../text/index.ts";
import { refusalText, ruleText, stationName } from "./words.ts";

interface StationsProps {
  sessionId: string;
  onGiven: (given: GivenValidation) => void;
}

/** The stations as buttons, each with what it takes off this stay. One tap gives it; a refusal is told right here. */
export function Stations({ sessionId, onGiven }: StationsProps) {
  const [refused, setRefused] = useState<string | null>(null);
  const loaded = useLoad(() => readStations(sessionId), sessionId);
  if (loaded.value === undefined)
    return loaded.error === null ? <Working /> : <Failure error={loaded.error} onRetry={loaded.reload} />;
  const give = async (station: string) => {
    try {
      onGiven(await post<GivenValidation>("/api/validation", { station, sessionId }));
    } catch (error) {
      setRefused(refusalText(error));
      await loaded.refresh();
    }
  };
  return (
    <div class="stations">
      {loaded.value.map((station) => (
        <Button
          key={station.id}
          variant="primary"
          size="lg"
          hint={station.rule ? ruleText(station.rule) : undefined}
          refusal={whyNot(station)}
          onTap={() => give(station.id)}
        >
          {t("validate.do", { station: stationName(station.id) })}
        </Button>
      ))}
      {refused === null ? null : (
        <p class="validate-refused" role="alert">
          <span aria-hidden="true">▲ </span>
          {refused}
        </p>
      )}
    </div>
  );
}

function whyNot({ rule, givenAt }: Station): string | null {
  if (givenAt != null) return t("validate.given_at", { time: timeOfDay(givenAt) });
  return rule == null ? t("validate.no_rule") : null;
}

async function readStations(sessionId: string): Promise<Station[]> {
  return (await get<Page<Station>>(`/api/validation/stations?session=${sessionId}&limit=500`)).items;
}
