import { ExchangeFailure } from "../http/failure.ts";

/** An element with its local name; prefixes are dropped, as an answer's body tells what is meant. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: XmlElement[];
  /** Its own text, without that of its children. */
  text: string;
}

const MOST_CHARACTERS = 128 * 1024;
const MOST_DEPTH = 40;
const NAMED: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

const QUOTED = `"[^"<]*"|'[^'<]*'`;
const TOKEN = new RegExp(
  [
    "<\\?[^]*?\\?>|<!--[^]*?-->",
    "<!\\[CDATA\\[(?<raw>[^]*?)\\]\\]>",
    "</(?<end>[^\\s<>/]+)\\s*>",
    `<(?<start>[^\\s<>/!?]+)(?<attributes>(?:\\s+[^\\s<>/="']+\\s*=\\s*(?:${QUOTED}))*)\\s*(?<empty>/?)>`,
    "(?<text>[^<]+)",
  ].join("|"),
  "gy",
);
const ATTRIBUTE = new RegExp(`([^\\s<>/="']+)\\s*=\\s*(${QUOTED})`, "g");

const broken = (): ExchangeFailure => new ExchangeFailure("fault", "the device's answer is no well-formed XML");
const localName = (name: string): string => name.slice(name.indexOf(":") + 1);

function decode(text: string): string {
  return text.replace(/&([^;&\s]{0,12});?/g, (_, name: string) => {
    const number = /^#(?:x([0-9a-f]{1,6})|(\d{1,7}))$/i.exec(name);
    const code = number ? Number.parseInt(number[1] ?? number[2] ?? "", number[1] === undefined ? 10 : 16) : null;
    if (code !== null && code > 0 && code <= 0x10ffff) return String.fromCodePoint(code);
    const known = Object.hasOwn(NAMED, name) ? NAMED[name] : undefined;
    if (known === undefined) throw broken();
    return known;
  });
}

function readAttributes(text: string): Map<string, string> {
  const pairs = [...text.matchAll(ATTRIBUTE)];
  return new Map(pairs.map(([, name = "", value = ""]) => [localName(name), decode(value.slice(1, -1))]));
}

/**
 * Reads a small XML document of a device that is not trusted: no document type, no entities but XML's own five, at most
 * 128 Ki characters and 40 levels. Throws a fault for anything else.
 */
export function parseXml(source: string): XmlElement {
  if (source.length > MOST_CHARACTERS) throw broken();
  const top: XmlElement = { name: "", attributes: new Map(), children: [], text: "" };
  const open = [top];
  TOKEN.lastIndex = source.startsWith("\ufeff") ? 1 : 0;
  while (TOKEN.lastIndex < source.length) {
    const { raw, end, start, attributes, empty, text } = TOKEN.exec(source)?.groups ?? {};
    // A failed match puts the place back to the start: what stands there is no XML, or a document type.
    if (TOKEN.lastIndex === 0) throw broken();
    const current = open.at(-1) ?? top;
    if (start !== undefined) {
      const element = { name: localName(start), attributes: readAttributes(attributes ?? ""), children: [], text: "" };
      current.children.push(element);
      if (empty === "") open.push(element);
      if (open.length > MOST_DEPTH) throw broken();
    } else if (end !== undefined) {
      if (open.length === 1 || current.name !== localName(end)) throw broken();
      open.pop();
    } else if (current !== top) current.text += raw ?? decode(text ?? "");
    else if ((raw ?? text ?? "").trim() !== "") throw broken();
  }
  const [root, ...others] = top.children;
  if (open.length > 1 || !root || others.length > 0) throw broken();
  return root;
}

/** The first element on a path of names below one, or null. */
export function findXml(from: XmlElement | null, ...path: string[]): XmlElement | null {
  let element = from;
  for (const name of path) element = element?.children.find((child) => child.name === name) ?? null;
  return element;
}

/** The trimmed text of the element on a path; empty where there is none. */
export function textAt(from: XmlElement | null, ...path: string[]): string {
  return findXml(from, ...path)?.text.trim() ?? "";
}

/** Text as it may stand in an element. */
export function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
