import { second } from "../clock.ts";
import { reach } from "../reach.ts";
import { hello, notReady } from "../session.ts";
import { duration } from "../text/format.ts";
import { t } from "../text/index.ts";

/** Before anybody can do anything: the booth is starting, holds back, or does not answer. */
export function Starting() {
  if (!reach.value.up) return <Down />;
  if (notReady.value !== null) return <SafeMode reason={notReady.value} />;
  return (
    <main class="starting" aria-busy="true">
      <Gate />
      <h1>{hello.value?.siteName ?? t("start.starting")}</h1>
      <p role="status">{t("start.waiting")}</p>
    </main>
  );
}

function SafeMode({ reason }: { reason: string }) {
  return (
    <main class="starting alarm">
      <h1>
        <span aria-hidden="true">▲ </span>
        {t("start.safe")}
      </h1>
      <p role="alert">{reason}</p>
      <p class="soft">{t("start.safe_what")}</p>
    </main>
  );
}

function Down() {
  const elapsedMs = second.value - reach.value.sinceMs;
  return (
    <main class="starting alarm">
      <h1>
        <span aria-hidden="true">▲ </span>
        {t("start.down")}
      </h1>
      <p role="alert">{t("start.down_what")}</p>
      <p class="soft">{t("start.down_since", { time: duration(elapsedMs) })}</p>
    </main>
  );
}

/** The sign of the house: a barrier that is closed. */
function Gate() {
  return (
    <svg class="gate" viewBox="0 0 120 48" aria-hidden="true">
      <path class="gate-post" d="M8 44V12h14v32z" />
      <path class="gate-arm" d="M22 17h94v9H22z" />
      <path class="gate-mark" d="M40 17h14v9H40zm28 0h14v9H68zm28 0h14v9H96z" />
    </svg>
  );
}
