import { useLayoutEffect, useRef } from "preact/hooks";
import { Button } from "../../../parts/button.tsx";
import { t } from "../../../text/index.ts";
import { Input } from "../parts/fields.tsx";

interface AskProps {
  question: string;
  /** What it brings with it. */
  warning: string;
  /** What is to be typed along with the answer. */
  field?: { label: string; value: string; onInput: (value: string) => void };
  error?: string | undefined;
  refusal?: string | null;
  /** The button that does it. */
  action: string;
  danger?: boolean;
  onKeep: () => void;
  /** Whether it was done. */
  onConfirm: () => Promise<boolean>;
  onDone: () => void;
}

/** Asks once, with a reason or note where one is wanted; the keyboard is there at once, Escape goes back. */
export function Ask(props: AskProps) {
  const { question, warning, field } = props;
  const root = useRef<HTMLFieldSetElement>(null);
  useLayoutEffect(() => {
    root.current?.querySelector<HTMLElement>("input, button")?.focus();
  }, []);
  const confirm = async () => {
    if (await props.onConfirm()) props.onDone();
  };
  return (
    <fieldset
      class="ask"
      aria-label={question}
      ref={root}
      onKeyDown={(event) => event.key === "Escape" && props.onKeep()}
    >
      <p role="alert">
        <strong>{question}</strong> {warning}
      </p>
      {field ? <Input {...field} error={props.error} /> : null}
      <div class="actions">
        <Button size="lg" onTap={props.onKeep}>
          {t("do.keep")}
        </Button>
        <span class="space" />
        <Button
          size="lg"
          variant={props.danger ? "danger-fill" : "primary"}
          class="main"
          refusal={props.refusal}
          onTap={confirm}
        >
          {props.action}
        </Button>
      </div>
    </fieldset>
  );
}
