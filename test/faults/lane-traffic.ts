import { setTimeout as pause } from "node:timers/promises";

/** A car that was read, as the booth acknowledged it. */
export interface Sent {
  lane: string;
  plate: string;
  at: number;
}

export interface Traffic {
  /** Reads that were answered 202, and those that were answered otherwise or not at all. */
  readonly sent: Sent[];
  readonly turnedAway: string[];
  /** Lets cars come, one a second at each lane, until it is over. */
  run(isOver: () => boolean): Promise<void>;
}

const EVERY_MS = 1000;
const LETTERS = "ACDEFGHJKLMNPRTUVWXY";

/** A plate that looks like no other: no letter or digit in it is taken for another one. */
function plateOf(number: number): string {
  let text = "";
  for (let left = number + LETTERS.length ** 3; left > 0; left = Math.floor(left / LETTERS.length))
    text += LETTERS[left % LETTERS.length];
  return `P${text}`;
}

/** Cars that come in at each entry and leave again, two seconds later, at the exit beside it. */
export function openTraffic(url: string, pairs: readonly { entry: string; exit: string }[]): Traffic {
  const sent: Sent[] = [];
  const turnedAway: string[] = [];
  let number = 0;
  const read = async (lane: string, plate: string): Promise<boolean> => {
    const at = Date.now();
    const init = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ plate }) };
    const status = await fetch(`${url}/api/ingress/camera/${lane}`, init).then(
      async (answer) => {
        await answer.arrayBuffer();
        return String(answer.status);
      },
      (error: unknown) => String(error),
    );
    if (status === "202") sent.push({ lane, plate, at });
    else turnedAway.push(`${lane}: ${status}`);
    return status === "202";
  };
  const drive = async ({ entry, exit }: { entry: string; exit: string }, isOver: () => boolean) => {
    await pause(Math.random() * EVERY_MS);
    const inside: string[] = [];
    const under: Promise<unknown>[] = [];
    while (!isOver()) {
      const began = performance.now();
      const plate = plateOf(number++);
      under.push(read(entry, plate).then((came) => came && inside.push(plate)));
      const leaving = inside.length > 1 ? inside.shift() : undefined;
      if (leaving !== undefined) under.push(read(exit, leaving));
      await pause(Math.max(0, EVERY_MS - (performance.now() - began)));
    }
    await Promise.all(under);
  };
  return {
    sent,
    turnedAway,
    async run(isOver) {
      await Promise.all(pairs.map((pair) => drive(pair, isOver)));
    },
  };
}
