import type { ComponentChildren } from "preact";
import { Banner } from "./banner.tsx";
import { TopBar } from "./top-bar.tsx";

/** What is around every screen of somebody signed in. */
export function Shell({ hidden, children }: { hidden: boolean; children: ComponentChildren }) {
  return (
    <div class="shell" hidden={hidden}>
      <TopBar />
      <Banner />
      {children}
    </div>
  );
}
