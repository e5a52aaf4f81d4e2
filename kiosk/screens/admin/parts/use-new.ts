import { useState } from "preact/hooks";
import { post } from "../../../api.ts";
import { run } from "../../../run.ts";
import { type FieldOf, fieldErrors } from "../../../text/errors.ts";
import { toast } from "../../../toasts.ts";
import { useUnsaved } from "../../../unsaved.ts";

export type Problems = Readonly<Record<string, string>>;

/** Something that is about to be made: what was typed of it, and what is wrong with that. */
export interface Fresh<T, R> {
  values: T;
  problems: Problems;
  change(part: Partial<T>): void;
  /** Makes it, and answers what the booth made; undefined where something is wrong. */
  create(done: (made: R) => string): Promise<R | undefined>;
}

interface Rules<T> {
  /** What is wrong before anything is sent, by field. */
  check: (values: T) => Problems;
  fieldOf?: FieldOf;
  /** What is posted would change a thing that is there already: that is to be refused instead. */
  onlyNew?: boolean;
}

/** A form for a new thing, posted to `path`. */
export function useNew<T extends object, R>(
  path: string,
  blank: T,
  { check, fieldOf, onlyNew = false }: Rules<T>,
): Fresh<T, R> {
  const [begun] = useState(blank);
  const [values, setValues] = useState(begun);
  useUnsaved(JSON.stringify(values) !== JSON.stringify(begun));
  const [problems, setProblems] = useState<Problems>({});
  const send = async () => {
    try {
      return await post<R>(path, values, { onlyNew });
    } catch (error) {
      const wrong = fieldErrors(error, fieldOf);
      setProblems(wrong);
      // Said at its field it need not be said twice.
      if (!Object.keys(wrong).some((field) => field in values)) throw error;
      return undefined;
    }
  };
  return {
    values,
    problems,
    change(part) {
      setValues((before) => ({ ...before, ...part }));
      setProblems((before) => without(before, Object.keys(part)));
    },
    async create(done) {
      const wrong = check(values);
      setProblems(wrong);
      if (Object.keys(wrong).length > 0) return undefined;
      const made = await run(send);
      if (made !== undefined) toast(done(made));
      return made;
    },
  };
}

function without(problems: Problems, fields: readonly string[]): Problems {
  return Object.fromEntries(Object.entries(problems).filter(([field]) => !fields.includes(field)));
}
