/** Less room than this on a data directory's disk, and the next record may find none. */
export const LEAST_FREE_BYTES = 16 * 1024 * 1024;

/** One thing that must be so, and how it stands, in a sentence. */
export interface Check {
  ok: boolean;
  message: string;
}

/** Whether a program can do its work now, check by check. */
export interface ReadinessOf<Name extends string> {
  ready: boolean;
  checks: Record<Name, Check>;
}

/** Looks whether something is well. What cannot be looked at is not. */
export function probe(isWell: () => boolean, well: string, ill: string): Check {
  try {
    const ok = isWell();
    return { ok, message: ok ? well : ill };
  } catch {
    return { ok: false, message: ill };
  }
}

/** Ready is who passes every check. */
export function readinessOf<Name extends string>(checks: Record<Name, Check>): ReadinessOf<Name> {
  return { ready: Object.values<Check>(checks).every(({ ok }) => ok), checks };
}
