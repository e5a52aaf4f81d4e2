import { useState } from "preact/hooks";
import type { Tariff } from "../../../../common/api/tariffs.ts";
import { Button } from "../../../parts/button.tsx";
import { Confirm } from "../../../parts/confirm.tsx";
import { go } from "../../../router.ts";
import { may } from "../../../session.ts";
import { t } from "../../../text/index.ts";
import { Select } from "../parts/fields.tsx";
import { beginDraft, draft } from "./tariff-draft.ts";

interface VersionActionsProps {
  tariff: Tariff;
  versions: readonly Tariff[];
}

/** What can be done with a version: hold it beside another one, or make the next one from it. */
export function VersionActions({ tariff, versions }: VersionActionsProps) {
  const [asking, setAsking] = useState(false);
  const begin = () => {
    beginDraft(tariff);
    go("admin", "tariffs", "draft");
  };
  if (asking && draft.value !== null)
    return (
      <Confirm
        question={t("tariff.replace_draft", { version: draft.value.basedOn.version })}
        keep={t("tariff.keep_draft")}
        onKeep={() => setAsking(false)}
        onConfirm={begin}
      >
        {t("tariff.draft_from", { version: tariff.version })}
      </Confirm>
    );
  return (
    <>
      <CompareWith tariff={tariff} versions={versions} />
      <span class="space" />
      {may("tariff:update") ? (
        <Button
          size="lg"
          variant="primary"
          class="main"
          onTap={() => (draft.value === null ? begin() : setAsking(true))}
        >
          {t("tariff.draft_from", { version: tariff.version })}
        </Button>
      ) : null}
    </>
  );
}

function CompareWith({ tariff, versions }: VersionActionsProps) {
  const others = versions.filter(({ id }) => id !== tariff.id);
  if (others.length === 0) return null;
  const compare = (id: string) => {
    const other = others.find((one) => one.id === id);
    if (other === undefined) return;
    const [older, newer] = other.version < tariff.version ? [other.id, tariff.id] : [tariff.id, other.id];
    go("admin", "tariffs", "compare", older, newer);
  };
  const nameOf = (id: string) => {
    const other = others.find((one) => one.id === id);
    return other === undefined ? t("tariff.choose_version") : t("tariff.version_name", other);
  };
  return (
    <Select
      class="compare-with"
      label={t("tariff.compare_with")}
      value=""
      options={["", ...others.map(({ id }) => id)]}
      text={nameOf}
      onChoose={compare}
    />
  );
}
