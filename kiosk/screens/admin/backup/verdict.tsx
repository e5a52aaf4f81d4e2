import { Ltr } from "../../../parts/values.tsx";
import { t } from "../../../text/index.ts";
import { badCopy } from "./verification.ts";
import { faultText } from "./words.ts";

/** What was wrong with the copy that was verified last. */
export function Verdict() {
  const bad = badCopy.value;
  if (bad === null) return null;
  return (
    <div class="backup-trouble" role="alert">
      <h2>
        <span aria-hidden="true">✗ </span>
        {t("backup.verify.bad")}
      </h2>
      <p>
        <Ltr class="backup-path">{bad.name}</Ltr>
      </p>
      <p>{faultText(bad.code)}</p>
    </div>
  );
}
