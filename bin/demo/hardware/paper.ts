/** A picture on paper: rows from the top, eight dots a byte. */
export interface PaperPicture {
  width: number;
  height: number;
  bytes: Buffer;
}

/** One piece of paper that was cut off. */
export interface Paper {
  text: string;
  qr: string[];
  pictures: PaperPicture[];
}

/** A command of the published ESC/POS list, taken off the front of what was received. */
export interface Command {
  length: number;
  /** Letters of the command, such as `ESC @`; text of one line is `text`. */
  name: string;
  /** Parameters and data after the letters. */
  data: Buffer;
}

const NAMES: Readonly<Record<number, string>> = { 16: "DLE", 27: "ESC", 28: "FS", 29: "GS" };
/** Without an automatic line feed, which no printer here has, a carriage return does nothing. */
const CONTROLS: Readonly<Record<number, string>> = { 10: "LF", 13: "CR" };
/** How many bytes follow the letters of a command, where it is always the same number. */
const FOLLOWING: Readonly<Record<string, number>> = {
  "ESC @": 0,
  "ESC 2": 0,
  "ESC 3": 1,
  "ESC !": 1,
  "ESC -": 1,
  "ESC E": 1,
  "ESC M": 1,
  "ESC a": 1,
  "ESC d": 1,
  "ESC t": 1,
  "ESC p": 3,
  "FS .": 0,
  "GS !": 1,
  "GS B": 1,
  "GS a": 1,
  "GS r": 1,
  "DLE \u0004": 1,
};

/** The next command; null while it has not come whole. Throws for one that is not in the list. */
export function nextCommand(bytes: Buffer): Command | null {
  const [first] = bytes;
  if (first === undefined) return null;
  const prefix = NAMES[first];
  if (prefix === undefined) return nextText(bytes);
  if (bytes.length < 2) return null;
  const name = `${prefix} ${String.fromCharCode(bytes[1] ?? 0)}`;
  const following = FOLLOWING[name] ?? variableLength(name, bytes);
  if (following === null || bytes.length < 2 + following) return null;
  return { name, length: 2 + following, data: bytes.subarray(2, 2 + following) };
}

/** Text up to the next control character, or one control character by itself. */
function nextText(bytes: Buffer): Command {
  const [first = 0] = bytes;
  if (first < 0x20) return { name: CONTROLS[first] ?? "control", length: 1, data: bytes.subarray(0, 1) };
  const end = bytes.findIndex((byte) => byte < 0x20);
  const length = end < 0 ? bytes.length : end;
  return { name: "text", length, data: bytes.subarray(0, length) };
}

const word = (bytes: Buffer, at: number) => (bytes.length < at + 2 ? null : bytes.readUInt16LE(at));

function variableLength(name: string, bytes: Buffer): number | null {
  if (name === "GS V") {
    const mode = bytes[2];
    return mode === undefined ? null : mode >= 65 ? 2 : 1;
  }
  if (name === "GS (") {
    const length = word(bytes, 3);
    return length === null ? null : 3 + length;
  }
  if (name === "GS v") {
    const [across, down] = [word(bytes, 4), word(bytes, 6)];
    return across === null || down === null ? null : 6 + across * down;
  }
  throw new Error(`${name} is no command of the list (${bytes.subarray(0, 8).toString("hex")})`);
}
