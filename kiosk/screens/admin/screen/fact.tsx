import { terminal } from "../../../terminal.ts";
import { t } from "../../../text/index.ts";
import { decimals } from "./numbers.ts";

/** How this screen looks. */
export function ScreenFact() {
  const { theme, scale } = terminal.value;
  return <span>{t("screen.fact", { theme: t(`menu.theme.${theme}`), scale: decimals(scale, 2) })}</span>;
}
