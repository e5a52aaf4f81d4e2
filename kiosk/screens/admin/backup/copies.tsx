import type { BackupCopy } from "../../../../common/api/backups.ts";
import { progress } from "../../../feed.ts";
import { Button } from "../../../parts/button.tsx";
import { Pill } from "../../../parts/pill.tsx";
import { Ltr } from "../../../parts/values.tsx";
import { t } from "../../../text/index.ts";
import { type Column, DataTable } from "../parts/data-table.tsx";
import { Moment, momentText } from "../parts/moment.tsx";
import { percent } from "./percent.ts";
import { verification, verify } from "./verification.ts";
import { keptText, sizeText } from "./words.ts";

interface CopiesProps {
  copies: readonly BackupCopy[];
  /** Whether each can be verified from here. */
  verifiable: boolean;
}

/** Every copy there is, the newest first: how good it is, and why it is kept. */
export function Copies({ copies, verifiable }: CopiesProps) {
  const columns: Column<BackupCopy>[] = [
    { id: "at", title: t("backup.copy.at"), cell: ({ at }) => <Moment at={at} /> },
    { id: "size", title: t("backup.copy.size"), cell: ({ bytes }) => <Ltr>{sizeText(bytes)}</Ltr>, numeric: true },
    { id: "proof", title: t("backup.copy.proof"), cell: Proof },
    { id: "kept", title: t("backup.copy.kept"), cell: Kept },
  ];
  const verifying: Column<BackupCopy> = { id: "verify", title: t("backup.copy.check"), cell: Verify };
  return (
    <DataTable
      caption={t("backup.list")}
      titled
      columns={verifiable ? [...columns, verifying] : columns}
      rows={copies}
      keyOf={({ name }) => name}
      empty={t("backup.list.empty")}
    />
  );
}

const LOOKS = {
  verified: { tone: "ok", glyph: "✓" },
  written: { tone: "neutral", glyph: "○" },
  damaged: { tone: "danger", glyph: "✗" },
  unknown: { tone: "neutral", glyph: "?" },
} as const;

function Proof({ proof }: BackupCopy) {
  return <Pill {...LOOKS[proof]}>{t(`backup.proof.${proof}`)}</Pill>;
}

function Kept(copy: BackupCopy) {
  if (copy.keptBecause.length > 0) return <>{keptText(copy)}</>;
  return (
    <span class="backup-goes">
      <span aria-hidden="true">▲ </span>
      {t("backup.kept.not")}
    </span>
  );
}

function Verify({ name, at }: BackupCopy) {
  if (verification.value === name) return <Progress />;
  return (
    <Button size="sm" label={t("backup.verify.label", { time: momentText(at) })} onTap={() => verify(name)}>
      {t("backup.verify")}
    </Button>
  );
}

function Progress() {
  const at = progress.value.get("backup_verify") ?? { done: 0, total: 0 };
  return (
    <span class="backup-verifying">
      <progress max={Math.max(at.total, 1)} value={at.done} aria-label={t("backup.verifying")} />
      <span class="number">{percent(at)}</span>
    </span>
  );
}
