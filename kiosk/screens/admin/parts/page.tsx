import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { isAskedToLeave } from "../../../unsaved.ts";
import { LeaveQuestion } from "./leave-question.tsx";

interface AdminPageProps {
  title: ComponentChildren;
  /** Beside the title, at its end: what one can do here. */
  aside?: ComponentChildren;
  children: ComponentChildren;
  /** Buttons that stay at the foot while the page scrolls; the primary one last. */
  actions?: ComponentChildren;
}

/** One page of the site manager: a heading, what scrolls, and what stays at the foot. */
export function AdminPage({ title, aside, children, actions }: AdminPageProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  // Where a link led is where the keyboard goes on, and what a screen reader says first.
  useLayoutEffect(() => heading.current?.focus(), []);
  return (
    <section class="admin-page" aria-labelledby={id}>
      <header class="admin-head">
        <h1 id={id} tabIndex={-1} ref={heading}>
          {title}
        </h1>
        {aside}
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by keyboard too */}
      <div class="admin-body" tabIndex={0}>
        {children}
      </div>
      {actions ? (
        <footer class="actions" hidden={isAskedToLeave.value}>
          {actions}
        </footer>
      ) : null}
      {isAskedToLeave.value ? <LeaveQuestion /> : null}
    </section>
  );
}
