import { useState } from "preact/hooks";
import { BACKUP_DEFAULTS } from "../../../../common/api/backups.ts";
import { Choice } from "../../../parts/choice.tsx";
import { t } from "../../../text/index.ts";
import { Input } from "../parts/fields.tsx";
import { TimeInput } from "../parts/time-input.tsx";
import type { PartProps } from "./form.ts";

const DAILY = /^(\d{1,2}) (\d{1,2}) \* \* \*$/;
const WAYS = ["daily", "other"] as const;

/** When a backup is made: once a day at a time, or as a line of cron says. */
export function Schedule({ draft, form, mark }: PartProps) {
  const schedule = form.schedule ?? BACKUP_DEFAULTS.schedule;
  const [other, setOther] = useState<boolean | null>(null);
  const [empty, setEmpty] = useState(false);
  const time = timeOf(schedule);
  const daily = !(other ?? time === null);
  const choose = (way: (typeof WAYS)[number]) => {
    setOther(way === "other");
    if (way === "daily" && time === null) draft.change({ schedule: BACKUP_DEFAULTS.schedule });
  };
  const typeTime = (typed: string) => {
    setEmpty(typed === "");
    mark("schedule", typed === "");
    if (typed !== "") draft.change({ schedule: scheduleAt(typed) });
  };
  return (
    <section class="form-part" aria-label={t("backup.schedule")}>
      <h2>{t("backup.schedule")}</h2>
      <div class="form-grid">
        <Choice
          label={t("backup.schedule.how")}
          options={WAYS}
          value={daily ? "daily" : "other"}
          text={(way) => t(`backup.schedule.${way}`)}
          onChoose={choose}
        />
        {daily ? (
          <TimeInput
            label={t("backup.field.time")}
            helper={t("backup.time.help")}
            value={time ?? ""}
            error={empty ? t("backup.time.wrong") : draft.problems.schedule}
            onInput={typeTime}
          />
        ) : (
          <Input
            ltr
            label={t("site.field.backupSchedule")}
            helper={t("backup.schedule.help")}
            value={schedule}
            error={draft.problems.schedule}
            onInput={(typed) => draft.change({ schedule: typed })}
          />
        )}
      </div>
    </section>
  );
}

/** `HH:MM` of a schedule that is due once a day; null of another one. */
function timeOf(schedule: string): string | null {
  const [, minute = "", hour = ""] = DAILY.exec(schedule) ?? [];
  if (hour === "" || Number(hour) > 23 || Number(minute) > 59) return null;
  return `${hour.padStart(2, "0")}:${minute.padStart(2, "0")}`;
}

function scheduleAt(time: string): string {
  const [hour, minute] = time.split(":").map(Number);
  return `${minute} ${hour} * * *`;
}
