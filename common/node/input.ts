import * as v from "valibot";
import { BoothError, type ErrorDetail } from "../errors.ts";

/** Checks a value: what it means, or one detail per problem. */
export function checkInput<S extends v.GenericSchema>(
  schema: S,
  value: unknown,
): { output: v.InferOutput<S> } | { details: ErrorDetail[] } {
  const parsed = v.safeParse(schema, value);
  return parsed.success ? { output: parsed.output } : { details: parsed.issues.map(detailOf) };
}

/** Checks a value at the door. Throws `invalid_input` with one detail per problem. */
export function parseInput<S extends v.GenericSchema>(schema: S, value: unknown, what: string): v.InferOutput<S> {
  const checked = checkInput(schema, value);
  if ("output" in checked) return checked.output;
  const { details } = checked;
  const first = details[0];
  const where = first?.path ? `${first.path}: ` : "";
  throw new BoothError("invalid_input", `${what}: ${where}${first?.message ?? "expected another value"}`, { details });
}

function detailOf(issue: v.BaseIssue<unknown>): ErrorDetail {
  const path = v.getDotPath(issue) ?? "";
  if (issue.expected === "never") return { path, message: "is not a member this request takes" };
  // Of a member that is absent, valibot expects no more than its quoted name.
  if (issue.received === "undefined" && issue.expected?.startsWith('"')) return { path, message: "is missing" };
  if (issue.received === "undefined" && issue.type !== "raw_check")
    return { path, message: `is missing; ${plain(issue)}` };
  return { path, message: plain(issue) };
}

/** Valibot's own words begin with `Invalid …`; ours say what was expected. */
function plain(issue: v.BaseIssue<unknown>): string {
  if (!issue.message.startsWith("Invalid")) return issue.message;
  return issue.expected ? `expected ${issue.expected}` : "expected another value";
}
