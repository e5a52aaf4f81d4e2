import type { Language } from "../../common/words.ts";
import { en } from "./en.ts";
import type { ProblemTexts } from "./problems.ts";

export type Words = Partial<Readonly<Record<string, string>>>;

interface Source {
  base: () => Promise<Words>;
  admin: () => Promise<Words>;
  /** What the booth says of fields, which it says in English. */
  problems: () => Promise<ProblemTexts>;
}

/**
 * Each language comes when it is wanted, what a cashier reads apart from what a site manager reads. English is always
 * there, so that there are words on the screen before anything else has arrived.
 */
export const SOURCES: Readonly<Record<Language, Source>> = {
  en: { base: async () => en, admin: async () => (await import("./en/admin.ts")).admin, problems: async () => ({}) },
  de: {
    base: async () => (await import("./de.ts")).de,
    admin: async () => (await import("./de/admin.ts")).admin,
    problems: async () => (await import("./de/problems.ts")).problems,
  },
  es: {
    base: async () => (await import("./es.ts")).es,
    admin: async () => (await import("./es/admin.ts")).admin,
    problems: async () => (await import("./es/problems.ts")).problems,
  },
  fr: {
    base: async () => (await import("./fr.ts")).fr,
    admin: async () => (await import("./fr/admin.ts")).admin,
    problems: async () => (await import("./fr/problems.ts")).problems,
  },
  ar: {
    base: async () => (await import("./ar.ts")).ar,
    admin: async () => (await import("./ar/admin.ts")).admin,
    problems: async () => (await import("./ar/problems.ts")).problems,
  },
};
