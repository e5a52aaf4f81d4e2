import { useState } from "preact/hooks";
import type { Erasure } from "../../../../common/api/reports.ts";
import { Button } from "../../../parts/button.tsx";
import { go } from "../../../router.ts";
import { count } from "../../../text/format.ts";
import { t, tn } from "../../../text/index.ts";
import { Input } from "../parts/fields.tsx";
import { AdminPage } from "../parts/page.tsx";
import { Question } from "../parts/question.tsx";
import { useErasure } from "./use-erasure.ts";

/** Erases one plate because somebody asked for it: which, why, what that means, and once more before it is done. */
export function ErasePage() {
  const { input, problems, done, change, erase } = useErasure();
  const [asking, setAsking] = useState(false);
  const plate = input.plate.trim().toUpperCase();
  const complete = plate !== "" && input.reason.trim() !== "";
  const confirm = async () => {
    await erase();
    setAsking(false);
  };
  const foot = asking ? (
    <Question
      danger
      question={t("site.erase.sure", { plate })}
      warning={t("site.erase.final")}
      keep={t("site.erase.keep", { plate })}
      onKeep={() => setAsking(false)}
      onConfirm={confirm}
    >
      {t("site.erase.do", { plate })}
    </Question>
  ) : (
    <Ways plate={complete ? plate : null} onErase={() => setAsking(true)} />
  );
  return (
    <AdminPage title={t("site.erase.title")} actions={foot}>
      {done === null ? null : <Done erasure={done} />}
      <div class="form-part" inert={asking}>
        <div class="form-grid">
          <Input
            ltr
            label={t("site.erase.plate")}
            value={input.plate}
            error={problems.plate}
            maxLength={24}
            onInput={(typed) => change({ plate: typed })}
          />
          <Input
            label={t("site.erase.reason")}
            helper={t("site.erase.reason_help")}
            value={input.reason}
            error={problems.reason}
            onInput={(reason) => change({ reason })}
          />
        </div>
      </div>
      <Happens />
    </AdminPage>
  );
}

/** The way back, and on to the question once there is a plate and a reason. */
function Ways({ plate, onErase }: { plate: string | null; onErase: () => void }) {
  return (
    <>
      <Button size="lg" onTap={() => go("admin", "site")}>
        {t("site.back")}
      </Button>
      <span class="space" />
      <Button size="lg" variant="danger" refusal={plate === null ? t("site.erase.missing") : null} onTap={onErase}>
        {plate === null ? t("site.erase.title") : t("site.erase.do", { plate })}
      </Button>
    </>
  );
}

function Happens() {
  return (
    <section class="form-part" aria-label={t("site.erase.happens")}>
      <h2>{t("site.erase.happens")}</h2>
      <ul class="site-happens">
        <li>{t("site.erase.gone")}</li>
        <li>{t("site.erase.kept")}</li>
        <li>{t("site.erase.recorded")}</li>
      </ul>
    </section>
  );
}

function Done({ erasure: { seq, pictures } }: { erasure: Erasure }) {
  return (
    <div class="site-done" role="status">
      <p>
        <strong>
          <span aria-hidden="true">✓ </span>
          {t("site.erase.done")}
        </strong>{" "}
        {tn("site.erase.pictures", pictures)}
      </p>
      <a class="button sm" href={`#/admin/ledger/${seq}`}>
        {t("site.erase.entry", { seq: count(seq) })}
      </a>
    </div>
  );
}
