import { LANGUAGES, type Language } from "../../common/words.ts";
import { run } from "../run.ts";
import { chooseLanguage, hello } from "../session.ts";
import { remember, THEMES, terminal } from "../terminal.ts";
import { language, t } from "../text/index.ts";
import { Choice } from "./choice.tsx";

const VOLUMES = { off: 0, low: 0.3, high: 1 } as const;
type Volume = keyof typeof VOLUMES;

/** The language of this screen and of the person. */
export function LanguageChoice() {
  const offered: readonly Language[] = hello.value?.languages ?? LANGUAGES;
  return (
    <Choice
      label={t("menu.language")}
      options={LANGUAGES.filter((one) => offered.includes(one))}
      value={language.value}
      text={(one) => t(`language.${one}`)}
      onChoose={(one) => run(() => chooseLanguage(one))}
    />
  );
}

/** Light or dark, as the system of the terminal has it, or by the clock. */
export function ThemeChoice() {
  return (
    <Choice
      label={t("menu.theme")}
      options={THEMES}
      value={terminal.value.theme}
      text={(one) => t(`menu.theme.${one}`)}
      onChoose={(one) => remember({ theme: one })}
    />
  );
}

/** How loud an arrival is. */
export function SoundChoice() {
  const { volume } = terminal.value;
  const sound: Volume = volume === 0 ? "off" : volume < 0.6 ? "low" : "high";
  return (
    <Choice
      label={t("menu.sound")}
      options={Object.keys(VOLUMES) as Volume[]}
      value={sound}
      text={(one) => t(`menu.sound.${one}`)}
      onChoose={(one) => remember({ volume: VOLUMES[one] })}
    />
  );
}
