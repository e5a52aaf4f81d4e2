import { t } from "../../../text/index.ts";
import { leaveUnsaved, stay } from "../../../unsaved.ts";
import { Question } from "./question.tsx";

/** Asks whoever goes elsewhere whether what is not saved may be lost. */
export function LeaveQuestion() {
  return (
    <footer class="actions">
      <Question
        question={t("leave.question")}
        warning={t("leave.lost")}
        keep={t("leave.keep")}
        danger
        onKeep={stay}
        onConfirm={leaveUnsaved}
      >
        {t("leave.do")}
      </Question>
    </footer>
  );
}
