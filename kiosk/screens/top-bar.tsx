import { second } from "../clock.ts";
import { feed } from "../feed.ts";
import { Button } from "../parts/button.tsx";
import { Pill } from "../parts/pill.tsx";
import { Ltr, timeOfDay } from "../parts/values.tsx";
import { hello, lock, me, servesStation, shift, site } from "../session.ts";
import { closeSheet, openSheet, sheet } from "../sheets.ts";
import { t } from "../text/index.ts";

/** Where and who on one side; how things are, Lock and Menu on the other. */
export function TopBar() {
  return (
    <header class="bar">
      <strong class="bar-site" dir="auto">
        {site.value?.name ?? hello.value?.siteName}
      </strong>
      <Pill class="bar-who">{who()}</Pill>
      {hello.value?.demo ? <Pill tone="accent">{t("app.demo")}</Pill> : null}
      <span class="space" />
      <LivePill />
      <Clock />
      <Button size="sm" onTap={lock}>
        {t("bar.lock")}
      </Button>
      <Button size="sm" pressed={sheet.value?.name === "menu"} onTap={toggleMenu}>
        {t("bar.menu")}
      </Button>
    </header>
  );
}

function toggleMenu(): void {
  if (sheet.value?.name === "menu") closeSheet();
  else openSheet("menu", {});
}

function who(): string {
  const name = me.value?.displayName ?? "";
  const open = shift.value;
  if (servesStation()) return name;
  if (open == null) return t("bar.no_shift", { name });
  return t("bar.shift", { name, number: open.number, time: timeOfDay(open.openedAt) });
}

/** How fresh what is on the screen is. */
export function LivePill() {
  const { state } = feed.value;
  if (state === "live")
    return (
      <Pill tone="ok" glyph="●">
        {t("live.live")}
      </Pill>
    );
  if (state === "delayed")
    return (
      <Pill tone="warn" glyph="◔">
        {t("live.delayed")}
      </Pill>
    );
  return (
    <Pill tone="danger" glyph="▲">
      {t("live.down")}
    </Pill>
  );
}

export function Clock() {
  return <Ltr class="bar-clock number">{timeOfDay(second.value)}</Ltr>;
}
