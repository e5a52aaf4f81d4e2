import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { BackupCopy, BackupStatus } from "../../../../common/api/backups.ts";
import { t } from "../../../text/index.ts";
import { Select } from "../parts/fields.tsx";
import { Loaded } from "../parts/loaded.tsx";
import { momentText } from "../parts/moment.tsx";
import { AdminPage } from "../parts/page.tsx";
import { Back } from "./back.tsx";
import { Command } from "./command.tsx";
import { quoted } from "./quoted.ts";
import { useStatus } from "./use-status.ts";
import { sizeText } from "./words.ts";

/** How the booth is put back from a copy: not from here, but with these commands on the host. */
export function RestorePage() {
  const status = useStatus();
  return (
    <AdminPage title={t("backup.restore")} aside={<Back />}>
      <p>
        <strong>{t("backup.restore.where")}</strong> {t("backup.restore.sign_ins")}
      </p>
      <Loaded of={status}>
        {(value) => (value.copies.length > 0 ? <Steps status={value} /> : <Nothing readable={value.target.ok} />)}
      </Loaded>
    </AdminPage>
  );
}

function Nothing({ readable }: { readable: boolean }) {
  return <p class="soft">{t(readable ? "backup.list.empty" : "backup.list.unknown")}</p>;
}

function Steps({ status: { copies, targetDir } }: { status: BackupStatus }) {
  const [chosen, setChosen] = useState<string | null>(null);
  const best = copies.find(({ proof }) => proof === "verified") ?? copies[0];
  const name = copies.find((copy) => copy.name === chosen)?.name ?? best?.name ?? "";
  const file = quoted(`${targetDir}/${name}`);
  const words = new Map(copies.map((copy) => [copy.name, optionText(copy)]));
  return (
    <>
      <Select
        class="backup-choose"
        label={t("backup.restore.which")}
        value={name}
        options={copies.map((copy) => copy.name)}
        text={(option) => words.get(option) ?? option}
        onChoose={setChosen}
      />
      <ol class="backup-steps">
        <Step text={t("backup.step.keys")} line="boothctl backup keys" />
        <Step text={t("backup.step.try")} line={`boothctl backup drill ${file}`} />
        <Step text={t("backup.step.stop")} />
        <Step
          text={t("backup.step.restore")}
          line={`boothctl backup restore ${file} --into "\${DATA_DIR:?}" --set-aside`}
        />
        <Step text={t("backup.step.start")} />
      </ol>
    </>
  );
}

function Step({ text, line }: { text: ComponentChildren; line?: string }) {
  return (
    <li class="form-part">
      <p>{text}</p>
      {line === undefined ? null : <Command line={line} />}
    </li>
  );
}

function optionText({ at, bytes, proof }: BackupCopy): string {
  return `${momentText(at)} · ${sizeText(bytes)} · ${t(`backup.proof.${proof}`)}`;
}
