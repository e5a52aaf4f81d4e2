const lines = new Map<string, Promise<unknown>>();

/**
 * Runs works one after another, each key its own line. A receipt printer talks to one caller at a time, also where two
 * lanes share it or a technician tests what a lane has open.
 */
export async function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
  const before = lines.get(key) ?? Promise.resolve();
  const mine = before.then(work, work);
  lines.set(key, mine);
  try {
    return await mine;
  } finally {
    if (lines.get(key) === mine) lines.delete(key);
  }
}
