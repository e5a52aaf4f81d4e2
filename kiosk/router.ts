import { signal } from "@preact/signals";

const segments = (): string[] =>
  location.hash
    .replace(/^#?\/?/, "")
    .split("/")
    .filter(Boolean)
    .map(decodeURIComponent);

/** The parts of the address after `#/`; none of them is the workbench. */
export const route = signal(segments());

addEventListener("hashchange", () => {
  route.value = segments();
});

/** Shows a screen, such as `go("shift", "close")`; `go()` is the workbench. */
export function go(...parts: string[]): void {
  location.hash = `/${parts.map(encodeURIComponent).join("/")}`;
}
