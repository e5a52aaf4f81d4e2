import { useState } from "preact/hooks";
import { post } from "../../../api.ts";
import { now } from "../../../clock.ts";
import { Button } from "../../../parts/button.tsx";
import { moveOn } from "../../../router.ts";
import { run } from "../../../run.ts";
import { fieldErrors } from "../../../text/errors.ts";
import { t } from "../../../text/index.ts";
import { useUnsaved } from "../../../unsaved.ts";
import { AdminPage } from "../parts/page.tsx";
import { type Agreement, bodyOf, lackOf, NEW_TERMS, type Terms } from "./agreement.ts";
import { Back } from "./back.tsx";
import { firstDay } from "./days.ts";
import { nameOf } from "./extend.ts";
import { TermsForm } from "./form.tsx";

/** An agreement with somebody new, beginning today unless told otherwise. */
export function NewPage() {
  const [begun] = useState<Terms>(() => ({ ...NEW_TERMS, validFrom: firstDay(new Date(now()).toISOString()) }));
  const [terms, setTerms] = useState(begun);
  useUnsaved(JSON.stringify(terms) !== JSON.stringify(begun));
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const create = async () => {
    setProblems({});
    const created = await run(
      () =>
        post<Agreement>("/api/subscriptions", bodyOf(terms)).catch((error: unknown) => {
          setProblems(fieldErrors(error));
          throw error;
        }),
      (one) => t("subscription.created", { name: nameOf(one) }),
    );
    if (created !== undefined) moveOn("admin", "subscriptions", created.id);
  };
  return (
    <AdminPage
      title={t("subscription.new")}
      aside={<Back />}
      actions={
        <>
          <span class="space" />
          <Button size="lg" variant="primary" class="main" refusal={lackOf(terms)} onTap={create}>
            {t("subscription.create")}
          </Button>
        </>
      }
    >
      <TermsForm terms={terms} problems={problems} onChange={(part) => setTerms({ ...terms, ...part })} />
    </AdminPage>
  );
}
