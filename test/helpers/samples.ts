import assert from "node:assert/strict";
import type { Answer } from "./booth.ts";

/** The samples of an answer in Prometheus' text format, by their name and labels as they are written. */
export function samplesIn({ headers, text }: Answer): Map<string, number> {
  assert.match(headers.get("content-type") ?? "", /^text\/plain; version=0\.0\.4/);
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(" ");
      return [line.slice(0, at), Number(line.slice(at + 1))];
    }),
  );
}
