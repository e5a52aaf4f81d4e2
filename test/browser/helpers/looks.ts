import type { Page } from "playwright-core";
import { accessFaults, adminFaults, settled } from "./audit.ts";
import { SIZES } from "./page.ts";

/** The sizes and themes in which a page of the site manager is looked at: all four together, two a language. */
export const LOOKS = {
  en: [
    { size: SIZES[1], theme: "light" },
    { size: SIZES[0], theme: "dark" },
  ],
  de: [
    { size: SIZES[1], theme: "dark" },
    { size: SIZES[0], theme: "light" },
  ],
} as const;

/** What is wrong with a page of the site manager, at its beginning and at its end. */
export async function pageFaults(page: Page): Promise<string[]> {
  await scrollTo(page, 0);
  const faults = [...(await adminFaults(page)), ...(await accessFaults(page))];
  await scrollTo(page, 1e6);
  return [...faults, ...(await adminFaults(page)).map((fault) => `at the end: ${fault}`)];
}

async function scrollTo(page: Page, top: number): Promise<void> {
  await page.evaluate(`document.querySelector('.admin-body').scrollTop = ${top}`);
  await settled(page);
}

/** The same in each look of a language. */
export async function faultsInLooks(page: Page, language: keyof typeof LOOKS): Promise<string[]> {
  const faults: string[] = [];
  for (const { size, theme } of LOOKS[language]) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme: theme });
    faults.push(...(await pageFaults(page)).map((fault) => `${size.width} ${theme}: ${fault}`));
  }
  return faults;
}
