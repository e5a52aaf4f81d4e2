import type { Patient } from "./patient.ts";

/** How a check came out. `skipped`: it does not apply here, or cannot be looked at; the message says why. */
export type State = "passed" | "warning" | "failed" | "skipped";

/** What a check found, in a few words, and for trouble the next thing to do. */
export interface Outcome {
  state: State;
  message: string;
  fix?: string;
  /** Where a check looks at several things: the id of this one. */
  id?: string;
}

/** One thing that the doctor looks at. */
export interface DoctorCheck {
  id: string;
  /** What people call it, in a word or two. */
  subject: string;
  look(patient: Patient): Outcome | Outcome[] | Promise<Outcome | Outcome[]>;
}

/** An outcome with the check it belongs to. */
export interface Finding {
  id: string;
  subject: string;
  state: State;
  message: string;
  fix: string | null;
}

export const passed = (message: string): Outcome => ({ state: "passed", message });
export const warning = (message: string, fix: string): Outcome => ({ state: "warning", message, fix });
export const failed = (message: string, fix: string): Outcome => ({ state: "failed", message, fix });
export const skipped = (message: string): Outcome => ({ state: "skipped", message });
