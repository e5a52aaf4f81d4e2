import { signal } from "@preact/signals";
import { CLASS_KEYS } from "../keys.ts";
import { remember, settings, THEMES } from "../settings.ts";
import { text, VERDICT_NAMES } from "../text.ts";
import { Choice } from "./choice.tsx";
import { Dialog } from "./dialog.tsx";

export const isHelpOpen = signal(false);

const KEYS: readonly (readonly [keys: readonly string[], what: string])[] = [
  [["U"], text.keyUnusable],
  [["S"], text.keySkip],
  [["Z", "⌫"], text.keyUndo],
  [["Space"], text.keyLens],
  [["+", "−", "0"], text.keyZoom],
  [["←", "↑", "→", "↓"], text.keyPan],
  [["[", "]"], text.keyBrightness],
  [["?"], text.keyHelp],
  [["Esc"], text.keyClose],
];

/** All the keys, and the colours of the page. */
export function KeysDialog() {
  if (!isHelpOpen.value) return null;
  return (
    <Dialog
      title={text.keysTitle}
      class="keys-dialog"
      onClose={() => {
        isHelpOpen.value = false;
      }}
    >
      <div class="keys-columns">
        <section>
          <h3>{text.keyClass}</h3>
          <dl class="keys">
            {[...CLASS_KEYS].map(([name, key]) => (
              <KeyRow key={name} keys={[key.toUpperCase()]} what={VERDICT_NAMES[name]} />
            ))}
          </dl>
        </section>
        <section>
          <h3>{text.keysOthers}</h3>
          <dl class="keys">
            {KEYS.map(([keys, what]) => (
              <KeyRow key={what} keys={keys} what={what} />
            ))}
          </dl>
        </section>
      </div>
      <div class="theme">
        <span aria-hidden="true">{text.theme}</span>
        <Choice
          legend={text.theme}
          options={THEMES.map((value) => ({ value, name: text.themes[value] }))}
          value={settings.value.theme}
          onChoose={(theme) => remember({ theme })}
        />
      </div>
    </Dialog>
  );
}

function KeyRow({ keys, what }: { keys: readonly string[]; what: string }) {
  return (
    <div>
      <dt>
        {keys.map((key) => (
          <kbd class="key" key={key}>
            {key}
          </kbd>
        ))}
      </dt>
      <dd>{what}</dd>
    </div>
  );
}
