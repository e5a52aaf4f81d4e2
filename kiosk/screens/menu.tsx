import { printsWaiting } from "../feed.ts";
import { Button } from "../parts/button.tsx";
import { LanguageChoice } from "../parts/language-choice.tsx";
import { Sheet } from "../parts/sheet.tsx";
import { SoundChoice, ThemeChoice } from "../parts/terminal-choices.tsx";
import { go, route } from "../router.ts";
import { run } from "../run.ts";
import { may, servesStation, shift, signOut } from "../session.ts";
import { closeSheet, openSheet } from "../sheets.ts";
import { count } from "../text/format.ts";
import { t } from "../text/index.ts";
import { leaveBy } from "../unsaved.ts";

/** What is wanted seldom: how the screen looks and sounds, and the ways out of the workbench. */
export function MenuSheet() {
  return (
    <Sheet title={t("menu.title")} actions={<SignOut />}>
      <div class="menu">
        <nav class="menu-ways" aria-label={t("menu.title")}>
          <Ways />
        </nav>
        <div class="menu-choices">
          <LanguageChoice label={t("menu.language")} />
          <ThemeChoice />
          <SoundChoice />
        </div>
      </div>
    </Sheet>
  );
}

function leaveTo(...parts: string[]): void {
  closeSheet();
  go(...parts);
}

function Ways() {
  const open = shift.value;
  return (
    <>
      <BenchWays />
      {printsWaiting.value > 0 && may("session:read") ? (
        <Button onTap={() => openSheet("prints", {})}>{t("menu.prints", { n: count(printsWaiting.value) })}</Button>
      ) : null}
      {open != null ? (
        <>
          <Button onTap={() => leaveTo("shift", "report", open.id)}>{t("menu.report")}</Button>
          {may("shift:create") ? (
            <Button onTap={() => leaveTo("shift", "close")}>{t("menu.close_shift")}</Button>
          ) : null}
        </>
      ) : null}
      {open === null && may("shift:create") ? (
        <Button onTap={() => leaveTo("shift", "open")}>{t("menu.open_shift")}</Button>
      ) : null}
      {manages() ? (
        <>
          <Button onTap={() => leaveTo("admin")}>{t("menu.admin")}</Button>
          <Button onTap={() => leaveTo("admin", "screen")}>{t("menu.screen")}</Button>
        </>
      ) : null}
      <Button onTap={() => leaveTo("password")}>{t("menu.password")}</Button>
    </>
  );
}

/** Whether there is anything for the person in the site manager's pages: a station on its phone has no business there. */
function manages(): boolean {
  return !servesStation() || may("report:read");
}

/** What a cashier needs now and then while a vehicle is on the workbench. Only there do its answers show. */
function BenchWays() {
  const onBench = route.value.length === 0 && !servesStation();
  if (!onBench || !may("session:read")) return null;
  return (
    <>
      <Button onTap={() => openSheet("journal", {})}>{t("tool.journal")}</Button>
      {may("session:update", "payment:create") ? (
        <Button onTap={() => openSheet("entry", {})}>{t("tool.entry")}</Button>
      ) : null}
      {shift.value != null && may("shift:cash") ? (
        <Button onTap={() => openSheet("cash", {})}>{t("tool.cash")}</Button>
      ) : null}
    </>
  );
}

function SignOut() {
  const open = shift.value;
  const leave = () => {
    closeSheet();
    leaveBy(() => run(signOut));
  };
  return (
    <>
      <span class="space" />
      <Button size="lg" hint={open == null ? undefined : t("menu.shift_stays", { number: open.number })} onTap={leave}>
        {t("menu.sign_out")}
      </Button>
    </>
  );
}
