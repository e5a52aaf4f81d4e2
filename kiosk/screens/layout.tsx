import type { ComponentChildren } from "preact";
import { sheet } from "../sheets.ts";
import { t } from "../text/index.ts";
import { SheetHost } from "./sheet-host.tsx";

interface SplitProps {
  /** The lanes, at the start edge. */
  rail: ComponentChildren;
  /** The right pane: what the cashier works on. Sheets cover it. */
  children: ComponentChildren;
}

/** The workbench: lanes beside a pane. */
export function Split({ rail, children }: SplitProps) {
  return (
    <main class="split">
      <section class="rail" aria-label={t("bar.lanes")}>
        {rail}
      </section>
      <Pane>{children}</Pane>
    </main>
  );
}

/** One screen over the whole width, such as the count of a drawer. */
export function Full({
  title,
  aside,
  children,
  actions,
}: {
  title: string;
  aside?: ComponentChildren;
  children: ComponentChildren;
  actions?: ComponentChildren;
}) {
  return (
    <main class="full">
      <Pane>
        <header class="screen-head">
          <h1>{title}</h1>
          {aside}
        </header>
        <div class="screen-body">{children}</div>
        {actions ? <footer class="actions">{actions}</footer> : null}
      </Pane>
    </main>
  );
}

function Pane({ children }: { children: ComponentChildren }) {
  return (
    <div class="pane-frame">
      <section class="pane" inert={sheet.value !== null}>
        {children}
      </section>
      <SheetHost />
    </div>
  );
}
