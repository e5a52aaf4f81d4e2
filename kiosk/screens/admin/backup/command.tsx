import { useRef } from "preact/hooks";
import { Button } from "../../../parts/button.tsx";
import { t } from "../../../text/index.ts";
import { toast } from "../../../toasts.ts";

/** What somebody types into a terminal on the host: the same in every language, to be taken along. */
export function Command({ line }: { line: string }) {
  const box = useRef<HTMLElement>(null);
  return (
    <div class="backup-command">
      <code dir="ltr" ref={box}>
        {line.split(" ").map((word, at) => (
          <span key={at}>{word} </span>
        ))}
      </code>
      <Button size="sm" label={`${t("backup.copy_command")}: ${nameOf(line)}`} onTap={() => copy(line, box.current)}>
        {t("backup.copy_command")}
      </Button>
    </div>
  );
}

/** The command without what it is about: `boothctl backup drill`. */
function nameOf(line: string): string {
  return line.split(" ").slice(0, 3).join(" ");
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
