/** What of a line is the read: null for one that is none, an empty one or a sign of life. */
export interface LineMarks {
  prefix: string | undefined;
  suffix: string | undefined;
  heartbeat: string | undefined;
}

/** A line that is a read without its marks, one that is none, or what is wrong with it. */
export type Line = { text: string } | { wrong: string } | null;

/** Takes a line's marks off. Null is a sign of life. */
export function readLine(frame: Buffer, { prefix = "", suffix = "", heartbeat }: LineMarks): Line {
  const line = frame.toString("utf8").trim();
  if (line === heartbeat || line === "") return null;
  if (!line.startsWith(prefix) || !line.endsWith(suffix) || line.length < prefix.length + suffix.length)
    return {
      wrong: `expected a line ${[prefix && `from "${prefix}"`, suffix && `to "${suffix}"`].filter(Boolean).join(" ")}`,
    };
  const text = line.slice(prefix.length, line.length - suffix.length).trim();
  return text === "" ? null : { text };
}
