import { computed, effect, type ReadonlySignal, signal } from "@preact/signals";
import { LANGUAGES, type Language } from "../common/words.ts";
import { type DarkHours, isDarkAt, isTimeOfDay } from "./dark-hours.ts";

export const THEMES = ["auto", "light", "dark", "schedule"] as const;
export type Theme = (typeof THEMES)[number];

/** What this terminal keeps between visits. Names only: nothing here opens anything or is worth taking. */
export interface Terminal {
  /** Who signed in here, latest first. */
  users: { username: string; name: string }[];
  theme: Theme;
  /** When it is dark by schedule, on the site's wall clock. */
  darkHours: DarkHours;
  /** 0 (off) to 1. */
  volume: number;
  /** How much larger than its CSS pixels this screen needs everything, 0.9 to 1.5. */
  scale: number;
  /** How large a CSS pixel is on this screen, in mm, as somebody measured it; null until then. */
  mmPerPx: number | null;
  /** Chosen on the sign-in screen; null until then. */
  language: Language | null;
  /** The shift last seen open here, for the note on the sign-in screen. */
  openShift: { number: number; name: string } | null;
  /** Who locked this screen: neither a reload nor a restart of the browser unlocks it. */
  lockedBy: string | null;
}

const STORE_KEY = "parking-booth";
const MOST_USERS = 6;
/** Below so many CSS px at scale 1 a screen is low, and up to so many narrow. */
const LOW_PX = 720;
const NARROW_PX = 1150;
const FRESH: Terminal = {
  users: [],
  theme: "auto",
  darkHours: { from: "20:00", to: "07:00" },
  volume: 0,
  scale: 1,
  mmPerPx: null,
  language: null,
  openShift: null,
  lockedBy: null,
};

export const terminal = signal<Terminal>(load());

/** Changes some of what the terminal keeps. */
export function remember(change: Partial<Terminal>): void {
  terminal.value = { ...terminal.value, ...change };
  try {
    localStorage.setItem(STORE_KEY, JSON.stringify(terminal.value));
  } catch {
    // A browser without storage forgets at the next reload, and works until then.
  }
}

/** Puts a person at the head of those who sign in here. */
export function rememberUser(username: string, name: string): void {
  const others = terminal.value.users.filter((user) => user.username !== username);
  remember({ users: [{ username, name }, ...others].slice(0, MOST_USERS) });
}

/** Keeps theme and scale of the page as the terminal wants them. `timeOfDay` is the site's, a signal of it. */
export function startTheme(timeOfDay: ReadonlySignal<string>): void {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const prefersDark = signal(dark.matches);
  dark.addEventListener("change", () => {
    prefersDark.value = dark.matches;
  });
  const shown = computed(() => {
    const { theme, darkHours } = terminal.value;
    if (theme === "schedule") return isDarkAt(timeOfDay.value, darkHours) ? "dark" : "light";
    return theme === "auto" ? (prefersDark.value ? "dark" : "light") : theme;
  });
  effect(() => {
    document.documentElement.dataset.theme = shown.value;
  });
  const resized = signal(0);
  addEventListener("resize", () => {
    resized.value += 1;
  });
  const scale = computed(() => terminal.value.scale);
  effect(() => {
    void resized.value;
    fit(scale.value);
  });
}

/** Tells the styles the scale, and where it leaves little room: a media query would not know of it. */
function fit(scale: number): void {
  const root = document.documentElement;
  root.style.setProperty("--k", String(scale));
  root.toggleAttribute("data-low", innerHeight / scale < LOW_PX);
  root.toggleAttribute("data-narrow", innerWidth / scale <= NARROW_PX);
}

function load(): Terminal {
  try {
    return sound(JSON.parse(localStorage.getItem(STORE_KEY) ?? "{}"));
  } catch {
    return FRESH;
  }
}

/** Takes over what is still well formed of an older or foreign store. */
function sound(kept: Partial<Terminal>): Terminal {
  const number = (value: unknown, least: number, most: number, otherwise: number) =>
    typeof value === "number" && value >= least && value <= most ? value : otherwise;
  return {
    users: Array.isArray(kept.users)
      ? kept.users.filter((user) => typeof user?.name === "string").slice(0, MOST_USERS)
      : [],
    theme: THEMES.find((theme) => theme === kept.theme) ?? FRESH.theme,
    darkHours: soundHours(kept.darkHours) ?? FRESH.darkHours,
    volume: number(kept.volume, 0, 1, FRESH.volume),
    scale: number(kept.scale, 0.9, 1.5, FRESH.scale),
    mmPerPx: number(kept.mmPerPx, 0.05, 1, 0) || null,
    language: LANGUAGES.find((language) => language === kept.language) ?? null,
    openShift: typeof kept.openShift?.number === "number" ? kept.openShift : null,
    lockedBy: typeof kept.lockedBy === "string" ? kept.lockedBy : null,
  };
}

function soundHours(kept: Partial<DarkHours> | undefined): DarkHours | null {
  return isTimeOfDay(kept?.from) && isTimeOfDay(kept?.to) ? { from: kept.from, to: kept.to } : null;
}
