// Finds, in a file of the kiosk, the text that a person would read and that no catalogue has: children of elements, and
// members that are read out or shown. It reads what esbuild makes of the JSX, where every element is a call.
import { transformSync } from "esbuild";

const ELEMENT = /\bshown\$(?=\()/g;
/** Members that are shown or read out, of elements and of our own parts. */
const READ = new Set(["aria-label", "title", "placeholder", "alt", "label", "hint", "helper", "error", "refusal"]);
/** Functions that show their first argument. */
const SAYS = /\b(?:toast|toastError)(?=\()/g;

/** The literal texts with letters that the JSX of a file shows. */
export function shownTexts(source: string): string[] {
  const { code } = transformSync(source, {
    loader: "tsx",
    charset: "utf8",
    jsx: "transform",
    jsxFactory: "shown$",
    jsxFragment: "shown$",
  });
  const elements = [...code.matchAll(ELEMENT)].flatMap((found) => {
    const [, members = "", ...children] = argumentsAt(code, found.index + found[0].length);
    return [...children, ...readMembers(members)];
  });
  const said = [...code.matchAll(SAYS)].map((found) => argumentsAt(code, found.index + found[0].length)[0] ?? "");
  return [...elements, ...said].flatMap(literalsOf).filter((text) => /\p{L}/u.test(text));
}

/** The values of the members of an object literal that are read. */
function readMembers(object: string): string[] {
  if (!object.startsWith("{")) return [];
  return argumentsAt(object, 0).flatMap((member) => {
    const found = /^"?([\w-]+)"?: /.exec(member);
    return found && READ.has(found[1] ?? "") ? [member.slice(found[0].length)] : [];
  });
}

/** The texts an expression may come to: its literals that stand in no call, no comparison and no index. */
function literalsOf(expression: string): string[] {
  const bare = expression.replaceAll("/* @__PURE__ */", "").trim();
  if (bare.startsWith("(") && afterBracket(bare, 0) === bare.length) return literalsOf(bare.slice(1, -1));
  const found: string[] = [];
  for (let at = 0; at < bare.length; ) {
    const end = afterLiteral(bare, at);
    if (end > at && /["'`]/.test(bare[at] ?? "")) {
      const compared = /[=!]==? *$/.test(bare.slice(0, at)) || /^ *[=!]==?/.test(bare.slice(end));
      if (!compared) found.push(bare.slice(at + 1, end - 1).replace(/\$\{[^}]*\}/g, ""));
    }
    at = end > at ? end : /[([{]/.test(bare[at] ?? "") ? afterBracket(bare, at) : at + 1;
  }
  return found;
}

/** What stands between the commas of the bracket that opens at `open`. */
function argumentsAt(code: string, open: number): string[] {
  const parts: string[] = [];
  let from = open + 1;
  const end = afterBracket(code, open) - 1;
  for (let at = from; at < end; ) {
    if (code[at] === ",") {
      parts.push(code.slice(from, at).trim());
      from = at + 1;
    }
    const next = afterLiteral(code, at);
    at = next > at ? next : /[([{]/.test(code[at] ?? "") ? afterBracket(code, at) : at + 1;
  }
  return [...parts, code.slice(from, end).trim()];
}

/** The place after the bracket that opens at `open`. */
function afterBracket(code: string, open: number): number {
  for (let at = open + 1; at < code.length; ) {
    if (/[)\]}]/.test(code[at] ?? "")) return at + 1;
    const next = afterLiteral(code, at);
    at = next > at ? next : /[([{]/.test(code[at] ?? "") ? afterBracket(code, at) : at + 1;
  }
  return code.length;
}

/** The place after the string, template, comment or regular expression that begins at `at`; `at` itself if none does. */
function afterLiteral(code: string, at: number): number {
  const rest = code.slice(at, at + 2000);
  const simple = /^(?:"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\/\*[\s\S]*?\*\/|\/\/[^\n]*)/.exec(rest);
  if (simple) return at + simple[0].length;
  if (code[at] === "`") return afterTemplate(code, at);
  const before = code.slice(0, at).trimEnd().at(-1) ?? "(";
  if (code[at] !== "/" || !/[(,=:[!&|?{};+>]/.test(before)) return at;
  const expression = /^\/(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\[])+\/\w*/.exec(rest);
  return at + (expression?.[0].length ?? 0);
}

function afterTemplate(code: string, open: number): number {
  for (let at = open + 1; at < code.length; ) {
    if (code[at] === "`") return at + 1;
    if (code[at] === "\\") at += 2;
    else if (code.startsWith("${", at)) at = afterBracket(code, at + 1);
    else at += 1;
  }
  return code.length;
}
