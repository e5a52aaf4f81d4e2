/** Colours, or none of them. */
export interface Paint {
  red(text: string): string;
  green(text: string): string;
  dim(text: string): string;
  bold(text: string): string;
}

/** Colours for stderr and stdout: only on terminals, and not with --no-color, NO_COLOR or TERM=dumb. */
export function openPaint(wanted: boolean, env: Readonly<Record<string, string | undefined>>): Paint {
  const terminal = process.stdout.isTTY === true && process.stderr.isTTY === true;
  const on = wanted && terminal && !env.NO_COLOR && env.TERM !== "dumb";
  const paint = (start: number, end: number) => (text: string) => (on ? `\u001b[${start}m${text}\u001b[${end}m` : text);
  return { red: paint(31, 39), green: paint(32, 39), dim: paint(2, 22), bold: paint(1, 22) };
}

/** How wide a text stands on a terminal, near enough: one column a character. */
const widthOf = (text: string) => [...text].length;

const padTo = (text: string, width: number) => text + " ".repeat(Math.max(0, width - widthOf(text)));

/** Rows under a heading, columns two spaces apart; a dash where there is nothing. */
export function table(heading: readonly string[], rows: readonly (readonly unknown[])[]): string {
  const cells = [heading.map((text) => text.toUpperCase()), ...rows.map((row) => row.map(cellText))];
  const widths = heading.map((_, column) => Math.max(...cells.map((row) => widthOf(row[column] ?? ""))));
  return cells
    .map((row) =>
      row
        .map((cell, column) => padTo(cell, widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** Names and what they are, one a line. */
export function pairs(rows: readonly (readonly [string, unknown])[]): string {
  const width = Math.max(...rows.map(([name]) => widthOf(name)));
  return rows.map(([name, value]) => `${padTo(name, width)}  ${cellText(value)}`.trimEnd()).join("\n");
}

/** A value as it may stand on a terminal. */
export function cellText(value: unknown): string {
  if (value === null || value === undefined || value === "") return "–";
  if (value === true) return "yes";
  if (value === false) return "no";
  // What came from outside must not steer the terminal.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out here
  return String(value).replace(/[\u0000-\u001f\u007f-\u009f]/g, "�");
}

/** A word as a shell reads it: between quotation marks where it is not plain. */
export function shellWord(text: string): string {
  return /^[\w./:@-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

const MINUTE_MS = 60_000;
const STEPS = [
  [1440, "day"],
  [60, "hour"],
  [1, "minute"],
] as const;

/** How long ago something was, in its largest whole unit. */
export function agoText(ms: number): string {
  const minutes = Math.floor(ms / MINUTE_MS);
  const step = STEPS.find(([size]) => minutes >= size);
  if (!step) return "just now";
  const count = Math.floor(minutes / step[0]);
  return `${count} ${step[1]}${count === 1 ? "" : "s"} ago`;
}

const SIZES = [
  [1e10, 1e9, "GB"],
  [1e6, 1e6, "MB"],
  [0, 1e3, "KB"],
] as const;

/** A size in KB, MB or, from 10 GB on, GB. */
export function sizeText(bytes: number): string {
  const [, unit, name] = SIZES.find(([least]) => bytes >= least) ?? SIZES[2];
  const count = bytes / unit;
  return `${count.toFixed(count < 10 ? 1 : 0)} ${name}`;
}
