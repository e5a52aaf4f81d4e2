/** One measured value with its labels. */
export interface Sample {
  labels: Readonly<Record<string, string>>;
  value: number;
}

/** Samples by the name of what is measured. */
export type Samples = ReadonlyMap<string, readonly Sample[]>;

/** Reads the text that Prometheus reads (exposition format 0.0.4); lines that are none are passed over. */
export function parseSamples(text: string): Samples {
  const found = new Map<string, Sample[]>();
  for (const line of text.split("\n")) {
    const match = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/.exec(line);
    if (!match) continue;
    const [, name = "", inner = "", value = ""] = match;
    const labels = Object.fromEntries(
      [...inner.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label = "", written = ""]) => [
        label,
        unquote(written),
      ]),
    );
    found.set(name, [...(found.get(name) ?? []), { labels, value: Number(value) }]);
  }
  return found;
}

const unquote = (written: string) => written.replace(/\\(.)/g, (_, sign: string) => (sign === "n" ? "\n" : sign));
