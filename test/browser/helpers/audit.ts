import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Page } from "playwright-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const IN_PAGE = readFileSync(join(import.meta.dirname, "in-page.js"), "utf8");
const LEAST_PX = 48;
const LEAST_PRIMARY_PX = 80;

/** What is wrong with what is on the screen: things that scroll, are cut off, overlap or are too small to hit. */
export async function layoutFaults(page: Page): Promise<string[]> {
  await page.evaluate(IN_PAGE);
  return page.evaluate<string[]>(`layoutFaults(${LEAST_PX}, ${LEAST_PRIMARY_PX})`);
}

/** The same for the site manager's pages, which may scroll: what is in view must not be cut off, small or covered. */
export async function adminFaults(page: Page): Promise<string[]> {
  await page.evaluate(IN_PAGE);
  return page.evaluate<string[]>(`layoutFaults(${LEAST_PX}, ${LEAST_PRIMARY_PX}, true)`);
}

/** Waits until the page has laid itself out anew; a list counts its cells again after a change of size. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
}

interface AxeAnswer {
  violations: { id: string; help: string; nodes: { html: string }[] }[];
}

/** What axe-core finds wrong for people who see, hear or point differently. */
export async function accessFaults(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate<AxeAnswer>("axe.run(document, { resultTypes: ['violations'] })");
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id} (${help}): ${html.slice(0, 160)}`));
}
