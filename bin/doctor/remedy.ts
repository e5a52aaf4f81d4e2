/** What to do about trouble: a command that works as it stands, but for words in CAPITALS, or a sentence, or both. */
export interface Remedy {
  fix: string | null;
  hint: string | null;
}

/** What an error of the command line says to try: mostly a command, else words. */
export function remedyOf(tried: string): Remedy {
  return /^(sudo )?boothctl /.test(tried) ? { fix: tried, hint: null } : { fix: null, hint: tried };
}
