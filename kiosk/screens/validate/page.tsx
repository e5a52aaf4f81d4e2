import { useState } from "preact/hooks";
import type { Session } from "../../../common/api/sessions.ts";
import type { GivenValidation } from "../../../common/api/validations.ts";
import { Button } from "../../parts/button.tsx";
import { mayValidate } from "../../session.ts";
import { t } from "../../text/index.ts";
import { Full } from "../layout.tsx";
import { Find } from "./find.tsx";
import { rememberGiven } from "./lately.ts";
import { LatelyList } from "./lately-list.tsx";
import { Stations } from "./stations.tsx";
import { StayFacts } from "./stay-row.tsx";
import { doneText } from "./words.ts";

/** A station's own page, on its phone or its screen: find the car, give, and see what was given. */
export function Validate() {
  const [chosen, setChosen] = useState<Session | null>(null);
  const [done, setDone] = useState<GivenValidation | null>(null);
  if (!mayValidate())
    return (
      <Full title={t("validate.title")}>
        <p role="status">{t("validate.off")}</p>
      </Full>
    );
  const choose = (stay: Session | null) => {
    setDone(null);
    setChosen(stay);
  };
  const give = (given: GivenValidation) => {
    rememberGiven(given);
    setChosen(null);
    setDone(given);
  };
  return (
    <Full title={t("validate.title")}>
      <div class="validate">
        <div class="validate-work">
          {done === null ? null : (
            <p class="validate-done" role="status">
              <span aria-hidden="true">✓ </span>
              {doneText(done)}
            </p>
          )}
          {chosen === null ? (
            <Find onChoose={choose} />
          ) : (
            <Chosen stay={chosen} onBack={() => choose(null)} onGiven={give} />
          )}
        </div>
        <LatelyList />
      </div>
    </Full>
  );
}

interface ChosenProps {
  stay: Session;
  onBack: () => void;
  onGiven: (given: GivenValidation) => void;
}

/** The car that was chosen, to be compared with the ticket in the hand, and the button that gives. */
function Chosen({ stay, onBack, onGiven }: ChosenProps) {
  return (
    <section class="validate-chosen">
      <div class="validate-stay">
        <StayFacts stay={stay} />
      </div>
      <Stations sessionId={stay.id} onGiven={onGiven} />
      <p class="soft">{t("validate.final")}</p>
      <Button onTap={onBack}>
        <span aria-hidden="true" class="arrow">
          ‹{" "}
        </span>
        {t("do.back")}
      </Button>
    </section>
  );
}
