// Runs inside the page, as text: what is wrong with what is on the screen.
globalThis.layoutFaults = (least, leastPrimary, mayScroll = false) => {
  const faults = [];
  const nameOf = (element) =>
    `${element.tagName.toLowerCase()}.${element.className.toString().split(" ").join(".")} "${(element.textContent ?? "").slice(0, 30)}"`;
  const covered = (element) => element.closest("[inert]") !== null;
  const seen = (element) => {
    const box = element.getBoundingClientRect();
    return box.width > 0 && box.height > 0 && getComputedStyle(element).visibility !== "hidden" && !covered(element);
  };
  const scrolls = (element) =>
    element.scrollHeight > element.clientHeight + 1 || element.scrollWidth > element.clientWidth + 1;
  if (scrolls(document.documentElement)) faults.push("the page scrolls");
  // What is scrolled out of a page that may scroll is neither off the screen nor covered: it is looked at when it is seen.
  const frames = mayScroll ? [...document.querySelectorAll(".admin-body, .admin-nav, .table-frame")] : [];
  const scrolledAway = (element) =>
    frames.some((frame) => {
      if (!frame.contains(element)) return false;
      const [a, b] = [element.getBoundingClientRect(), frame.getBoundingClientRect()];
      return a.top < b.top - 1 || a.bottom > b.bottom + 1 || a.left < b.left - 1 || a.right > b.right + 1;
    });
  for (const frame of frames)
    if (!frame.matches(".table-frame") && frame.scrollWidth > frame.clientWidth + 1)
      faults.push(`wider than its place: ${nameOf(frame)}`);
  for (const element of document.querySelectorAll(".rail, .pane, .sheet, .sheet-body, .screen-body, .lane-card, .card"))
    if (seen(element) && scrolls(element)) faults.push(`scrolls: ${nameOf(element)}`);
  // A box to tick is as large as its label, which takes the tap.
  const found = document.querySelectorAll(mayScroll ? "button, a, input, select, textarea" : "button, input");
  const controls = [...found]
    .map((element) => (mayScroll && element.closest(".check")) || element)
    .filter((element) => seen(element) && element.closest(".toasts") === null && !scrolledAway(element));
  for (const control of controls) {
    const box = control.getBoundingClientRect();
    const need = control.hasAttribute("data-primary") ? leastPrimary : least - (control.closest(".field-box") ? 3 : 0);
    if (box.height < need - 0.5 || box.width < least - 0.5)
      faults.push(`${Math.round(box.width)}x${Math.round(box.height)}: ${nameOf(control)}`);
    if (box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1)
      faults.push(`off the screen: ${nameOf(control)}`);
    if (control.tagName === "BUTTON" && scrolls(control)) faults.push(`text cut off: ${nameOf(control)}`);
    const at = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    if (at !== null && at.closest(".toasts") === null && !control.contains(at) && !at.contains(control))
      faults.push(`covered by ${nameOf(at)}: ${nameOf(control)}`);
  }
  for (const [at, control] of controls.entries()) {
    const a = control.getBoundingClientRect();
    for (const other of controls.slice(at + 1)) {
      if (control.contains(other) || other.contains(control)) continue;
      const b = other.getBoundingClientRect();
      const overlaps = a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
      if (overlaps && control.closest(".field-box") !== other.closest(".field-box"))
        faults.push(`overlap: ${nameOf(control)} and ${nameOf(other)}`);
    }
  }
  for (const text of textsOutside(controls))
    if (seen(text.parentElement)) faults.push(...liesOver(text, controls, frames, nameOf));
  return faults;
};

/** The controls that lie over a text. */
globalThis.liesOver = (text, controls, frames, nameOf) => {
  const faults = [];
  const range = document.createRange();
  range.selectNodeContents(text);
  // What an ellipsis takes the place of is not on the screen.
  const clip = getComputedStyle(text.parentElement).overflowX === "hidden" ? text.parentElement : document.body;
  const { left, right } = clip.getBoundingClientRect();
  const around = frames.filter((frame) => frame.contains(text)).map((frame) => frame.getBoundingClientRect());
  for (const drawn of range.getClientRects()) {
    const a = {
      top: Math.max(drawn.top, ...around.map(({ top }) => top)),
      bottom: Math.min(drawn.bottom, ...around.map(({ bottom }) => bottom)),
      left: Math.max(drawn.left, left, ...around.map(({ left }) => left)),
      right: Math.min(drawn.right, right, ...around.map(({ right }) => right)),
    };
    const over = controls.find((control) => {
      const b = control.getBoundingClientRect();
      return a.left < b.right - 2 && b.left < a.right - 2 && a.top < b.bottom - 4 && b.top < a.bottom - 4;
    });
    if (over !== undefined) faults.push(`over the text "${text.data.slice(0, 30)}": ${nameOf(over)}`);
  }
  return faults;
};

/** The text that is no control's own and that no control lies over by intent, as notes and labels of fields do. */
globalThis.textsOutside = (controls) => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) {
    const { parentElement, data } = walker.currentNode;
    const apart =
      parentElement.closest("button, input, .field-box, .toasts, .unseen, [inert], script, style, label") === null;
    if (apart && data.trim() !== "" && !controls.some((control) => control.contains(parentElement)))
      texts.push(walker.currentNode);
  }
  return texts;
};
