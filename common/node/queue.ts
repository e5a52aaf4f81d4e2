import { refuse } from "../errors.ts";

/** Who waits: works of one key run one after another, and one source cannot take every place. */
export interface Place {
  key: string;
  source: string;
}

/** Runs a few works at once and lets a few more wait; what comes on top of that is told to come back. */
export interface Queue {
  run<T>(place: Place, work: () => Promise<T>): Promise<T>;
}

interface Waiting extends Place {
  start(): void;
}

/** A queue that runs `atOnce` works, with `waiting` places of which one source gets `perSource`. */
export function openQueue(limits: { atOnce: number; waiting: number; perSource: number }): Queue {
  const line: Waiting[] = [];
  const running = new Set<string>();

  const startNext = () => {
    if (running.size >= limits.atOnce) return;
    const next = line.findIndex((waiting) => !running.has(waiting.key));
    const [waiting] = next >= 0 ? line.splice(next, 1) : [];
    waiting?.start();
  };

  const enter = ({ key, source }: Place) =>
    new Promise<void>((resolve) => {
      const ofSource = line.filter((waiting) => waiting.source === source).length;
      if (line.length >= limits.waiting || ofSource >= limits.perSource) {
        refuse("rate_limited", "many people are signing in at this moment; please try again", { retryAfterSeconds: 1 });
      }
      const start = () => {
        running.add(key);
        resolve();
      };
      line.push({ key, source, start });
      startNext();
    });

  return {
    async run(place, work) {
      await enter(place);
      try {
        return await work();
      } finally {
        running.delete(place.key);
        startNext();
      }
    },
  };
}
