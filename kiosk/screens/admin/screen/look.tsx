import { second } from "../../../clock.ts";
import { type DarkHours, isDarkAt, isTimeOfDay } from "../../../dark-hours.ts";
import { LanguageChoice } from "../../../parts/language-choice.tsx";
import { ThemeChoice } from "../../../parts/terminal-choices.tsx";
import { timeOfDay } from "../../../parts/values.tsx";
import { remember, terminal } from "../../../terminal.ts";
import { t } from "../../../text/index.ts";
import { TimeInput } from "../parts/time-input.tsx";

/** Language, and light or dark. */
export function Look() {
  return (
    <section class="form-part">
      <LanguageChoice label={t("menu.language")} />
      <ThemeChoice />
      {terminal.value.theme === "schedule" ? <Hours /> : null}
    </section>
  );
}

/** When it gets dark and light again. */
function Hours() {
  const { darkHours } = terminal.value;
  const set = (part: Partial<DarkHours>) => {
    const hours = { ...darkHours, ...part };
    if (isTimeOfDay(hours.from) && isTimeOfDay(hours.to)) remember({ darkHours: hours });
  };
  return (
    <>
      <div class="time-pair">
        <TimeInput label={t("screen.dark_from")} value={darkHours.from} onInput={(from) => set({ from })} />
        <TimeInput label={t("screen.dark_to")} value={darkHours.to} onInput={(to) => set({ to })} />
      </div>
      <p>
        <strong>{stateText(timeOfDay(second.value), darkHours)}</strong>{" "}
        <span class="soft">{t("screen.hours_help")}</span>
      </p>
    </>
  );
}

function stateText(time: string, hours: DarkHours): string {
  if (hours.from === hours.to) return t("screen.hours_same");
  return isDarkAt(time, hours) ? t("screen.now_dark", { time: hours.to }) : t("screen.now_light", { time: hours.from });
}
