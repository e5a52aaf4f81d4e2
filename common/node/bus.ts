/**
 * Tells listeners that something happened. A listener's error is caught and reported, so that whoever announces,
 * a payment for one, cannot be made to look as if it had failed.
 */
export interface Bus<Topics> {
  on<K extends keyof Topics>(topic: K, listener: (value: Topics[K]) => void): () => void;
  announce<K extends keyof Topics>(topic: K, value: Topics[K]): void;
}

/** A bus whose listeners' errors go to `report`. */
export function openBus<Topics>(report: (error: unknown, topic: string) => void): Bus<Topics> {
  const listeners = new Map<keyof Topics, Set<(value: never) => void>>();
  return {
    on(topic, listener) {
      const known = listeners.get(topic) ?? new Set();
      listeners.set(topic, known.add(listener));
      return () => known.delete(listener);
    },
    announce(topic, value) {
      for (const listener of listeners.get(topic) ?? []) {
        try {
          (listener as (value: unknown) => void)(value);
        } catch (error) {
          report(error, String(topic));
        }
      }
    },
  };
}
