/** Timers of a simulated device: none outlives it, and those of `after` do not keep the process alive. */
export interface Timers {
  /** Calls back later, unless the device is closed before. */
  after(ms: number, callback: () => void): NodeJS.Timeout;
  /** Resolves later; rejects if the device is closed meanwhile. */
  wait(ms: number): Promise<void>;
  clear(): void;
}

/** Timers for one device. */
export function openTimers(): Timers {
  const pending = new Map<NodeJS.Timeout, (() => void) | null>();
  const start = (ms: number, callback: () => void, cancel: (() => void) | null) => {
    const timer = setTimeout(() => {
      pending.delete(timer);
      callback();
    }, ms);
    pending.set(timer, cancel);
    return timer;
  };
  return {
    after: (ms, callback) => start(ms, callback, null).unref(),
    wait: (ms) =>
      new Promise((resolve, reject) => void start(ms, resolve, () => reject(new Error("the device was closed")))),
    clear() {
      for (const [timer, cancel] of pending) {
        clearTimeout(timer);
        cancel?.();
      }
      pending.clear();
    },
  };
}
