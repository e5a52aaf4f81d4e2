import { setTimeout as pause } from "node:timers/promises";

/** A car that was read: as the booth acknowledged it, or as its reader sent the card on. */
export interface Sent {
  lane: string;
  /** The plate, or the subscription of the card. */
  who: string;
  by: "camera" | "reader";
  at: number;
}

/** A card, and the subscription it is of. */
export interface Card {
  card: string;
  subscription: string;
}

/** An entry and the exit beside it, with cards that are held out there, each for one stay. */
export interface Pair {
  entry: string;
  exit: string;
  cards: readonly Card[];
}

export interface Traffic {
  /** Reads that reached the booth, and those that were answered otherwise or not at all. */
  readonly sent: Sent[];
  readonly turnedAway: string[];
  /** Cards that no reader sent on, because it was in trouble. */
  unread(): number;
  /** Lets cars come, one a second at each lane, until it is over. */
  run(isOver: () => boolean): Promise<void>;
}

/** Resolves with when a lane's reader sent a card on, or null. */
type HoldOut = (lane: string, card: string) => Promise<number | null>;
/** Reads a car at a lane; resolves with whether the booth has it. */
type Read = (lane: string) => Promise<boolean>;

const EVERY_MS = 1000;
/** One car in so many comes with a card. */
const CARD_EVERY = 4;
const LETTERS = "ACDEFGHJKLMNPRTUVWXY";

/** A plate that looks like no other: no letter or digit in it is taken for another one. */
function plateOf(number: number): string {
  let text = "";
  for (let left = number + LETTERS.length ** 3; left > 0; left = Math.floor(left / LETTERS.length))
    text += LETTERS[left % LETTERS.length];
  return `P${text}`;
}

/** Cars that come in at each entry and leave again, two seconds later, at the exit beside it. */
export function openTraffic(url: string, pairs: readonly Pair[], holdOut: HoldOut): Traffic {
  const sent: Sent[] = [];
  const turnedAway: string[] = [];
  let number = 0;
  let unread = 0;
  const readPlate = async (lane: string, plate: string): Promise<boolean> => {
    const at = Date.now();
    const init = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ plate }) };
    const status = await fetch(`${url}/api/ingress/camera/${lane}`, init).then(
      async (answer) => {
        await answer.arrayBuffer();
        return String(answer.status);
      },
      (error: unknown) => String(error),
    );
    if (status === "202") sent.push({ lane, who: plate, by: "camera", at });
    else turnedAway.push(`${lane}: ${status}`);
    return status === "202";
  };
  const readCard = async (lane: string, { card, subscription }: Card): Promise<boolean> => {
    const at = await holdOut(lane, card);
    if (at === null) unread += 1;
    else sent.push({ lane, who: subscription, by: "reader", at });
    return at !== null;
  };
  const nextCar = (count: number, cards: Iterator<Card>): Read => {
    const next = count % CARD_EVERY === 1 ? cards.next() : null;
    if (next && !next.done) return (lane) => readCard(lane, next.value);
    const plate = plateOf(number++);
    return (lane) => readPlate(lane, plate);
  };
  const drive = async ({ entry, exit, cards }: Pair, isOver: () => boolean) => {
    await pause(Math.random() * EVERY_MS);
    const left = cards[Symbol.iterator]();
    const inside: Read[] = [];
    const under: Promise<unknown>[] = [];
    for (let count = 1; !isOver(); count += 1) {
      const began = performance.now();
      const car = nextCar(count, left);
      under.push(car(entry).then((came) => came && inside.push(car)));
      const leaving = inside.length > 1 ? inside.shift() : undefined;
      if (leaving) under.push(leaving(exit));
      await pause(Math.max(0, EVERY_MS - (performance.now() - began)));
    }
    await Promise.all(under);
  };
  return {
    sent,
    turnedAway,
    unread: () => unread,
    async run(isOver) {
      await Promise.all(pairs.map((pair) => drive(pair, isOver)));
    },
  };
}
