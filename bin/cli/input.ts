import type { GenericSchema, InferOutput } from "valibot";
import { usageError } from "./errors.ts";

/** Checks what was typed against a schema of the API; refuses like the API does. */
export async function checkInput<S extends GenericSchema>(schema: S, value: unknown): Promise<InferOutput<S>> {
  const { parseInput } = await import("../../common/node/input.ts");
  return parseInput(schema, value, "the input");
}

/** A whole number that was typed, for commander's options and arguments. */
export function wholeNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw usageError(`"${text}" is not a whole number.`);
  return Number(text);
}

/** Gathers an option that may be given several times. */
export function gather(value: string, before: string[] = []): string[] {
  return [...before, value];
}

/** An object without the members that are undefined. */
export function present<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], undefined> };
}

/** Reads JSON that somebody wrote. */
export function parseJson(text: string, where: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw usageError(`${where} is not well-formed JSON.`);
  }
}
