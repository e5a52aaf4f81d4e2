/** How a device's answer says on or off. */
export interface StatusTemplate {
  /** JSON pointer (RFC 6901) to the value that tells; without one the whole answer does. */
  pointer: string | undefined;
  /** What means on: the value itself, or a part of the answer. */
  on: string;
  /** What means off; without it all else does. */
  off: string | undefined;
}

/** The value a JSON pointer points at; undefined where there is none. */
function valueAt(root: unknown, pointer: string): unknown {
  let value = root;
  for (const step of pointer.split("/").slice(1)) {
    const name = step.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether an answer says on; null when it says neither on nor off. */
export function readStatus(answer: string, { pointer, on, off }: StatusTemplate): boolean | null {
  if (pointer === undefined) {
    const [saysOn, saysOff] = [answer.includes(on), off === undefined ? null : answer.includes(off)];
    if (saysOff === null) return saysOn;
    return saysOn === saysOff ? null : saysOn;
  }
  const value = valueAt(parseJson(answer), pointer);
  if (!["string", "number", "boolean"].includes(typeof value)) return null;
  if (String(value) === on) return true;
  return off === undefined || String(value) === off ? false : null;
}
