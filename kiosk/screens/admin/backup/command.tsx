import { useRef } from "preact/hooks";
import { Button } from "../../../parts/button.tsx";
import { t } from "../../../text/index.ts";
import { toast } from "../../../toasts.ts";

/** What somebody types into a terminal on the host: the same in every language, to be taken along. */
export function Command({ line, label }: { line: string; label: string }) {
  const box = useRef<HTMLElement>(null);
  return (
    <div class="backup-command">
      <code dir="ltr" ref={box}>
        {line}
      </code>
      <Button size="sm" label={label} onTap={() => copy(line, box.current)}>
        {t("backup.copy_command")}
      </Button>
    </div>
  );
}

/** Where the page may not write to the clipboard, such as over plain http, the person copies what is selected. */
async function copy(text: string, box: HTMLElement | null): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast(t("backup.copied"));
  } catch {
    if (box !== null) getSelection()?.selectAllChildren(box);
    toast(t("backup.copy_by_hand"));
  }
}
