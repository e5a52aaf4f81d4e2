const OWN_ENTER = "button, a, select, textarea, summary, form input";

/** Lets Enter commit the one primary button, wherever the focus is that has no use for Enter itself. */
export function startPrimaryKey(): void {
  addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.defaultPrevented || event.repeat) return;
    if (event.target instanceof Element && event.target.closest(OWN_ENTER) !== null) return;
    const buttons = [...document.querySelectorAll<HTMLElement>("[data-primary]")].filter(
      (button) => button.closest("[inert], [hidden]") === null,
    );
    buttons.at(-1)?.click();
  });
}
