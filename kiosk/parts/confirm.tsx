import type { ComponentChildren } from "preact";
import { t } from "../text/index.ts";
import { Button } from "./button.tsx";

interface ConfirmProps {
  /** What is about to happen, as a question with its object and amount. */
  question: string;
  /** What cannot be taken back. */
  warning?: string | undefined;
  children: ComponentChildren;
  keep?: string;
  danger?: boolean;
  onKeep: () => void;
  onConfirm: () => unknown;
}

/** Asks once, in the place of the buttons it was called from: nothing pops up, nothing is covered. */
export function Confirm({ question, warning, children, keep, danger = false, onKeep, onConfirm }: ConfirmProps) {
  return (
    <fieldset class="confirm" aria-label={question}>
      <p role="alert">
        <strong>{question}</strong>
        {warning ? <span class="soft"> {warning}</span> : null}
      </p>
      <div class="actions">
        <Button size="lg" onTap={onKeep}>
          {keep ?? t("do.keep")}
        </Button>
        <span class="space" />
        <Button size="lg" variant={danger ? "danger-fill" : "primary"} class="main" onTap={onConfirm}>
          {children}
        </Button>
      </div>
    </fieldset>
  );
}
