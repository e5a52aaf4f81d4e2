/** A path as a POSIX shell takes it for one word (IEEE 1003.1, Shell Command Language, 2.2.2). */
export function quoted(path: string): string {
  return /^[\w./:@%+,-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
