const NARROW = matchMedia("(max-width: 600px)");

/** Whether this is a phone: it brings its own keyboard, and there is no room for ours. `phone.css` asks the same. */
export function onPhone(): boolean {
  return NARROW.matches;
}
