/** One way of signing in that a device offers; names of schemes and parameters are in lower case. */
export interface Challenge {
  readonly scheme: string;
  readonly params: ReadonlyMap<string, string>;
}

const ITEM = /(?:[^",]|"(?:[^"\\]|\\.)*"?)+/g;
const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const SCHEME = new RegExp(`^(${TOKEN})(?:\\s+(?!=)|$)`);
const PARAM = new RegExp(`^(${TOKEN})\\s*=\\s*(?:"((?:[^"\\\\]|\\\\.)*)"|(${TOKEN}))$`);

/**
 * Reads the `WWW-Authenticate` headers of an answer (RFC 9110 §11.6.1): several challenges in one header or in several.
 * What is not well-formed is passed over.
 */
export function parseChallenges(headers: readonly string[]): Challenge[] {
  return headers.flatMap((header) => {
    const challenges: { scheme: string; params: Map<string, string> }[] = [];
    for (const raw of header.match(ITEM) ?? []) {
      let item = raw.trim();
      const scheme = SCHEME.exec(item);
      if (scheme?.[1] !== undefined) {
        challenges.push({ scheme: scheme[1].toLowerCase(), params: new Map() });
        item = item.slice(scheme[0].length).trim();
      }
      const param = PARAM.exec(item);
      const current = challenges.at(-1);
      // A repeated parameter does not replace the first: two readers of one header must not see two nonces.
      if (current && param?.[1] !== undefined && !current.params.has(param[1].toLowerCase()))
        current.params.set(param[1].toLowerCase(), param[3] ?? (param[2] ?? "").replace(/\\(.)/g, "$1"));
    }
    return challenges;
  });
}
