import { signal } from "@preact/signals";
import { forgetUnsaved, isUnsaved, leaveBy } from "./unsaved.ts";

const segments = (): string[] =>
  location.hash
    .replace(/^#?\/?/, "")
    .split("/")
    .filter(Boolean)
    .map(decodeURIComponent);

/** The parts of the address after `#/`; none of them is the workbench. */
export const route = signal(segments());

let here = location.hash;

// The address has changed already, by a link or by Back: until somebody agrees to leave it is put back.
addEventListener("hashchange", () => {
  const there = location.hash;
  if (isUnsaved.peek()) showAddress(here);
  leaveBy(() => {
    showAddress(there);
    here = there;
    route.value = segments();
  });
});

function showAddress(hash: string): void {
  if (location.hash !== hash) history.replaceState(null, "", hash || location.pathname);
}

/** Shows a screen, such as `go("shift", "close")`; `go()` is the workbench. */
export function go(...parts: string[]): void {
  location.hash = `/${parts.map(encodeURIComponent).join("/")}`;
}

/** The same once what was typed here is saved, or what it was about is gone: nobody is asked. */
export function moveOn(...parts: string[]): void {
  forgetUnsaved();
  go(...parts);
}
