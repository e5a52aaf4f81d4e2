import type { BackupCopy } from "../../../../common/api/backups.ts";
import { Ltr } from "../../../parts/values.tsx";
import { t, tn } from "../../../text/index.ts";
import { Moment } from "../parts/moment.tsx";
import { type Fate, useFate } from "./fate.ts";
import type { Form } from "./form.ts";
import { sizeText } from "./words.ts";

/** What the next run would delete, as the fields stand now. */
export function Doomed({ changes }: { changes: Partial<Form> }) {
  const fate = useFate(changes);
  if (fate === undefined) return null;
  return (
    <section class={`form-part ${fate.more > 0 ? "backup-doomed" : ""}`} aria-label={t("backup.doomed")}>
      <h2>
        <span role="status">
          {fate.more > 0 ? <span aria-hidden="true">▲ </span> : null}
          {titleOf(fate)}
        </span>
      </h2>
      {fate.gone.length === 0 ? null : (
        <ul class="backup-doomed-list">
          {fate.gone.map((copy) => (
            <Line key={copy.name} copy={copy} />
          ))}
        </ul>
      )}
    </section>
  );
}

function titleOf({ gone }: Fate): string {
  return gone.length === 0 ? t("backup.doomed.none") : tn("backup.doomed", gone.length);
}

function Line({ copy: { at, bytes } }: { copy: BackupCopy }) {
  return (
    <li>
      <Moment at={at} /> <Ltr class="soft number">{sizeText(bytes)}</Ltr>
    </li>
  );
}
