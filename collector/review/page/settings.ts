import { effect, signal } from "@preact/signals";

export const THEMES = ["auto", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

/** What this browser keeps between visits. */
interface Settings {
  theme: Theme;
  /** What operator and camera said is shown only after the label, so that it does not lead the reviewer. */
  hide: boolean;
}

const STORE_KEY = "review-settings";

export const settings = signal<Settings>(load());

export function remember(change: Partial<Settings>): void {
  settings.value = { ...settings.value, ...change };
  try {
    localStorage.setItem(STORE_KEY, JSON.stringify(settings.value));
  } catch {
    // A browser without storage forgets at the next reload, and works until then.
  }
}

function load(): Settings {
  try {
    const kept = JSON.parse(localStorage.getItem(STORE_KEY) ?? "{}");
    return { theme: THEMES.find((theme) => theme === kept?.theme) ?? "auto", hide: kept?.hide === true };
  } catch {
    return { theme: "auto", hide: false };
  }
}

/** Keeps the colours of the page as the browser or its owner wants them. */
export function startTheme(): void {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const prefersDark = signal(dark.matches);
  dark.addEventListener("change", () => {
    prefersDark.value = dark.matches;
  });
  effect(() => {
    const { theme } = settings.value;
    document.documentElement.dataset.theme = theme === "auto" ? (prefersDark.value ? "dark" : "light") : theme;
  });
}
