import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { text } from "../text.ts";

interface DialogProps {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
  class?: string;
  onKey?: (event: KeyboardEvent) => void;
}

/** Something in front of the page; the browser keeps the focus in it and gives it back. Esc or a click beside closes it. */
export function Dialog({ title, onClose, children, class: extra = "", onKey }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    <dialog
      ref={dialog}
      class={`dialog ${extra}`}
      aria-labelledby={heading}
      onClose={onClose}
      onKeyDown={onKey}
      onClick={({ target }) => {
        if (target === dialog.current) dialog.current?.close();
      }}
    >
      <div class="dialog-body">
        <header class="dialog-head">
          <h2 id={heading}>{title}</h2>
          <button type="button" class="button" onClick={() => dialog.current?.close()}>
            {text.close}
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}
