const CLASS = "paper";

/**
 * Prints some content on pages of its own and nothing of the screen. No window opens and no page is left, so that a
 * terminal that shows this page only is never stranded on a printout.
 */
export function printPaper(...content: (Node | string)[]): void {
  for (const before of document.querySelectorAll(`.${CLASS}`)) before.remove();
  const paper = document.createElement("div");
  paper.className = CLASS;
  paper.append(...content);
  document.body.append(paper);
  addEventListener("afterprint", () => paper.remove(), { once: true });
  print();
}

/** Prints a page of the booth, such as a report with `format=html`. Throws where it cannot be had. */
export async function printPage(path: string): Promise<void> {
  const answer = await fetch(path, { credentials: "same-origin", headers: { Accept: "text/html" } });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const main = page.querySelector("main");
  if (main === null) throw new Error(`${path} has nothing to print`);
  main.lang = page.documentElement.lang;
  main.dir = page.documentElement.dir;
  printPaper(document.adoptNode(main));
}

/** Prints a text for the paper of a receipt printer. */
export function printText(text: string): void {
  const pre = document.createElement("pre");
  pre.textContent = text;
  printPaper(pre);
}
