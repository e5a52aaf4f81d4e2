import type { ComponentChildren } from "preact";
import { Banner } from "./banner.tsx";
import { TopBar } from "./top-bar.tsx";

/** What is around every screen of somebody signed in. */
export function Shell({ children }: { children: ComponentChildren }) {
  return (
    <div class="shell">
      <TopBar />
      <Banner />
      {children}
    </div>
  );
}
