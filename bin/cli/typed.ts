/** Whether root called; becoming the owner of the data directory does not change it. */
export const CALLED_BY_ROOT = process.getuid?.() === 0;

/** The command as it was typed, fit to be typed again. No secret is in it: those never come as arguments. */
export function typedLine(): string {
  return ["boothctl", ...process.argv.slice(2).map(quoted)].join(" ");
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
