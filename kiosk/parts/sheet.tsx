import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { closeSheet } from "../sheets.ts";
import { t } from "../text/index.ts";
import { Button } from "./button.tsx";

interface SheetProps {
  title: ComponentChildren;
  children: ComponentChildren;
  /** Buttons at the foot; the primary one last. */
  actions?: ComponentChildren;
  /** What Back and Escape do; without it they close the sheet. */
  onBack?: () => void;
}

const FOCUSABLE = "button, input, select, textarea, a[href], [tabindex='0']";

/** Covers the right pane and nothing else: the lanes stay in view. What lies under it is kept as it was. */
export function Sheet({ title, children, actions, onBack = closeSheet }: SheetProps) {
  const id = useId();
  const root = useRef<HTMLElement>(null);
  useReturnFocus(root);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") onBack();
    else if (event.key === "Tab") keepInside(event, root.current);
    else return;
    if (event.key === "Escape") event.preventDefault();
  };
  return (
    <section class="sheet" role="dialog" aria-labelledby={id} tabIndex={-1} ref={root} onKeyDown={onKeyDown}>
      <header class="sheet-head">
        <Button size="sm" onTap={onBack}>
          <span aria-hidden="true" class="arrow">
            ‹{" "}
          </span>
          {t("do.back")}
        </Button>
        <h1 id={id}>{title}</h1>
      </header>
      <div class="sheet-body">{children}</div>
      {actions ? <footer class="actions">{actions}</footer> : null}
    </section>
  );
}

function useReturnFocus(root: { current: HTMLElement | null }): void {
  // Before anything is drawn, or the next key might have moved the focus already.
  useLayoutEffect(() => {
    const before = document.activeElement;
    root.current?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [root]);
}

function keepInside(event: KeyboardEvent, root: HTMLElement | null): void {
  const all = [...(root?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? [])];
  const first = all[0];
  const last = all.at(-1);
  const edge = event.shiftKey ? first : last;
  if (document.activeElement !== edge && !(event.shiftKey && document.activeElement === root)) return;
  event.preventDefault();
  (event.shiftKey ? last : first)?.focus();
}
