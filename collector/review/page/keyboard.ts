import { type Command, commandOf } from "./keys.ts";
import { label, undo } from "./labelling.ts";
import { isHelpOpen } from "./parts/keys-dialog.tsx";
import { place } from "./router.ts";
import { notice } from "./said.ts";
import * as view from "./view.ts";

/** Follows the keys of the labelling screen, whatever on it has the focus. */
export function startKeyboard(): void {
  document.addEventListener("keydown", heedKey);
  document.addEventListener("keyup", (event) => {
    if (event.code === "Space") view.isLensHeld.value = false;
  });
  addEventListener("blur", () => {
    view.isLensHeld.value = false;
  });
}

const FIELDS = "select, input, textarea";
/** What Space presses by itself. */
const PRESSED_BY_SPACE = `${FIELDS}, button, a, summary`;

const isOn = (selector: string, { target }: Event) => target instanceof Element && target.closest(selector) !== null;

function heedKey(event: KeyboardEvent): void {
  const isTyped = event.getModifierState("AltGraph") || !(event.ctrlKey || event.metaKey || event.altKey);
  if (!isTyped || event.isComposing || isHelpOpen.peek() || place.peek().page !== "") return;
  const command = event.code === "Space" ? heedSpace(event) : commandOf(event);
  if (!command || (isOn(FIELDS, event) && command.do !== "close")) return;
  if (command.do !== "close") event.preventDefault();
  if (!(event.repeat && isOncePerPress(command))) run(command);
}

/** Never a command: Space holds the lens, or presses what has the focus. */
function heedSpace(event: KeyboardEvent): undefined {
  if (isOn(PRESSED_BY_SPACE, event)) return;
  event.preventDefault();
  view.isLensHeld.value = true;
}

/** A key that is held must not label a row of crops. */
const isOncePerPress = (command: Command) => ["verdict", "undo", "help"].includes(command.do);

function run(command: Command): void {
  if (command.do === "verdict") label(command.verdict);
  else if (command.do === "pan") view.panBySteps(command.x, command.y);
  else SIMPLE[command.do]();
}

const SIMPLE: Readonly<Record<Exclude<Command["do"], "verdict" | "pan">, () => void>> = {
  undo,
  help: () => {
    isHelpOpen.value = true;
  },
  close: () => {
    notice.value = null;
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  },
  "zoom-in": () => view.zoomBy(1),
  "zoom-out": () => view.zoomBy(-1),
  fit: view.fit,
  darker: () => view.brighten(-1),
  brighter: () => view.brighten(1),
};
