import type { Patient } from "./patient.ts";
import type { Remedy } from "./remedy.ts";

/** How a check came out. `skipped`: it does not apply here, or cannot be looked at; the message says why. */
export type State = "passed" | "warning" | "failed" | "skipped";

/** What a check found, in a few words, and for trouble what to do. */
export interface Outcome extends Partial<Remedy> {
  state: State;
  message: string;
  /** Where a check looks at several things: the id of this one. */
  id?: string;
}

/** One thing that the doctor looks at. */
export interface DoctorCheck {
  id: string;
  /** What people call it, in a word or two. */
  subject: string;
  /** The settings without which it is not made. */
  needs?: readonly string[];
  look(patient: Patient): Outcome | Outcome[] | Promise<Outcome | Outcome[]>;
}

/** An outcome with the check it belongs to. */
export interface Finding extends Remedy {
  id: string;
  subject: string;
  state: State;
  message: string;
}

export const passed = (message: string): Outcome => ({ state: "passed", message });
export const skipped = (message: string): Outcome => ({ state: "skipped", message });
export const warning = (message: string, fix: string | null, hint: string | null = null): Outcome => ({
  state: "warning",
  message,
  fix,
  hint,
});
export const failed = (message: string, fix: string | null, hint: string | null = null): Outcome => ({
  state: "failed",
  message,
  fix,
  hint,
});

/** What is said of everything that lies in a database that does not open, or does not fit. */
export const NO_DATABASE = skipped("the database cannot be looked at");
