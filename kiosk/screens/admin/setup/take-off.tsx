import { useState } from "preact/hooks";
import { Button } from "../../../parts/button.tsx";
import { t } from "../../../text/index.ts";
import { Question } from "../parts/question.tsx";

interface TakeOffProps {
  lane: string;
  onTakeOff: () => unknown;
}

/** Takes a device off its lane, after one question: its settings and secrets do not come back. */
export function TakeOff({ lane, onTakeOff }: TakeOffProps) {
  const [asking, setAsking] = useState(false);
  const takeOff = async () => {
    await onTakeOff();
    setAsking(false);
  };
  if (!asking)
    return (
      <div class="row">
        <Button variant="danger" onTap={() => setAsking(true)}>
          {t("setup.take_off")}
        </Button>
      </div>
    );
  return (
    <Question
      danger
      question={t("setup.take_off_sure", { lane })}
      warning={t("setup.take_off_what")}
      onKeep={() => setAsking(false)}
      onConfirm={takeOff}
    >
      {t("setup.take_off")}
    </Question>
  );
}
