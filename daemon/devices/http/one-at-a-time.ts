/** Joins calls that come while one is under way to that one, so that a device is asked one thing at a time. */
export function singleFlight<T>(work: () => Promise<T>): () => Promise<T> {
  let flight: Promise<T> | null = null;
  return () => {
    flight ??= work().finally(() => {
      flight = null;
    });
    return flight;
  };
}

/** A queue: each work begins when the one before has ended, well or badly. */
export function openQueue(): <T>(work: () => Promise<T>) => Promise<T> {
  let line: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = line.then(work);
    line = done.catch(() => undefined);
    return done;
  };
}
