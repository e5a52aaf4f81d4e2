/** A browser that copies another one's name stands before that one. */
const BROWSERS = [
  [/\bEdg(?:A|iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\bChromium\//, "Chromium"],
  [/\b(?:Headless)?Chrome\/|\bCriOS\//, "Chrome"],
  [/\bVersion\/\S+ .*Safari\//, "Safari"],
] as const;

const SYSTEMS = [
  [/\bWindows\b/, "Windows"],
  [/\bAndroid\b/, "Android"],
  [/\b(?:iPhone|iPad|iPod)\b/, "iOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bMac OS X\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
] as const;

const MOST_CHARACTERS = 200;

/**
 * What a User-Agent header (RFC 9110 §10.1.5) says in a few words, such as `Firefox on Windows`; what is not recognised
 * comes as it is, cut to 200 characters and without what would steer a terminal. Null without a header. Anybody can
 * send anything here: it is for people to recognise a sign-in by.
 */
export function agentOf(header: string): string | null {
  const nameIn = (list: readonly (readonly [RegExp, string])[]) => list.find(([sign]) => sign.test(header))?.[1];
  const [browser, system] = [nameIn(BROWSERS), nameIn(SYSTEMS)];
  if (browser && system) return `${browser} on ${system}`;
  const plain = header
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out here
    .replace(/[\u0000-\u001f\u007f-\u009f]+/g, " ")
    .trim()
    .slice(0, MOST_CHARACTERS);
  return plain === "" ? null : plain;
}
