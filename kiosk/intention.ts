/**
 * One thing a person wants done once, such as taking this payment. However often it is sent until the booth has
 * answered, it carries the same key, so that it happens once.
 */
export interface Intention {
  /** The key for this request; a new one once the request differs from the one before. */
  keyFor(request: string): string;
  /** The booth has answered: the next request is a new intention. */
  settle(): void;
}

/** Makes an intention; keep it as long as the sheet or form it belongs to. */
export function createIntention(): Intention {
  let last: { request: string; key: string } | null = null;
  return {
    keyFor(request) {
      if (last?.request !== request) last = { request, key: randomKey() };
      return last.key;
    },
    settle() {
      last = null;
    },
  };
}

/** 128 random bits in hex. `crypto.randomUUID` is missing where a booth is served over plain http. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
