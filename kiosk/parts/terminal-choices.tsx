import { remember, THEMES, terminal } from "../terminal.ts";
import { t } from "../text/index.ts";
import { Choice } from "./choice.tsx";

const VOLUMES = { off: 0, low: 0.3, high: 1 } as const;
type Volume = keyof typeof VOLUMES;

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
