import { printsWaiting } from "../feed.ts";
import { Button } from "../parts/button.tsx";
import { go, route } from "../router.ts";
import { may, zone } from "../session.ts";
import { openSheet, sheet } from "../sheets.ts";
import { t } from "../text/index.ts";
import { TIME, type Trouble, troubles } from "../trouble.ts";

/** One line for what is in trouble: the gravest, and how much more there is. Absent while all is well. */
export function Banner() {
  const [worst, ...others] = troubles(zone.value);
  if (worst === undefined) return null;
  return (
    <section aria-label={t("banner.label")} class={`banner ${worst.grave ? "grave" : ""}`}>
      <span aria-hidden="true">▲</span>
      <Line key={worst.id} trouble={worst} />
      {others.length > 0 ? <span class="banner-more">{t("banner.more", { n: others.length })}</span> : null}
      <WayOut trouble={worst} />
    </section>
  );
}

/** What can be done about it from here. */
function WayOut({ trouble: { id, ofPrinter, ofBackups } }: { trouble: Trouble }) {
  if (ofBackups === true && route.value[1] !== "backup")
    return (
      <Button size="sm" onTap={() => go("admin", "backup")}>
        {t("banner.backup_show")}
      </Button>
    );
  if (id === "long_shift" && may("shift:create") && route.value[0] !== "shift")
    return (
      <Button size="sm" onTap={() => go("shift", "close")}>
        {t("menu.close_shift")}
      </Button>
    );
  // A sheet is not put away for it: what was typed there would be lost. The menu leads there too.
  if (ofPrinter !== true || printsWaiting.value === 0 || sheet.value !== null || !may("session:read")) return null;
  return (
    <Button size="sm" onTap={() => openSheet("prints", {})}>
      {t("prints.show")}
    </Button>
  );
}

/** Read aloud once, with no word of the seconds that pass. */
function Line({ trouble }: { trouble: Trouble }) {
  const [before, after = ""] = trouble.text.split(TIME);
  return (
    <p role={trouble.grave ? "alert" : "status"}>
      {before}
      {trouble.time === undefined ? null : (
        <span aria-live="off" class="number">
          {trouble.time}
        </span>
      )}
      {after}
    </p>
  );
}
