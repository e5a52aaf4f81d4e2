import { useEffect, useRef } from "preact/hooks";
import { text } from "../text.ts";

const EXPORTS = [
  { href: "/export/labels.csv", name: text.exportCsv, help: text.exportCsvHelp },
  { href: "/export/labels.jsonl", name: text.exportJsonl, help: text.exportJsonlHelp },
];

/** What can be taken away. Closes by Esc, and when somebody goes on elsewhere. */
export function ExportMenu() {
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = (event: Event) => {
      const isOurs = event.target instanceof Node && menu.current?.contains(event.target);
      const isClosing = event instanceof KeyboardEvent ? event.key === "Escape" : !isOurs;
      if (isClosing && menu.current) menu.current.open = false;
    };
    document.addEventListener("pointerdown", close);
    document.addEventListener("keydown", close);
    return () => {
      document.removeEventListener("pointerdown", close);
      document.removeEventListener("keydown", close);
    };
  }, []);
  return (
    <details ref={menu} class="menu">
      <summary class="button">{text.exports}</summary>
      <ul class="menu-list">
        {EXPORTS.map(({ href, name, help }) => (
          <li key={href}>
            <a href={href} download>
              <b>{name}</b>
              <span class="soft">{help}</span>
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}
