import { setTimeout as pause } from "node:timers/promises";
import type { ChildBooth } from "../helpers/child-booth.ts";
import { peakMemoryMb } from "./footprint.ts";

const LONGEST_AWAY_MS = 1500;
/** One start in so many is killed as well. */
const IN_START = 4;
const LONGEST_IN_START_MS = 400;

/** A process that is killed and started again. */
export interface Killable {
  start(): void;
  kill(): Promise<void>;
  kills(): number;
  /** The most memory that one of its lives took, in MB. */
  peakMb(): number;
}

/** Names how it is started; nothing is running yet. */
export function openKillable(spawn: () => ChildBooth): Killable {
  let life: ChildBooth | null = null;
  let kills = 0;
  let peakMb = 0;
  const look = () => {
    peakMb = Math.max(peakMb, peakMemoryMb(life?.child.pid));
  };
  return {
    start() {
      life = spawn();
      const own = life;
      void own.ended.then((code) => {
        if (code !== "SIGKILL") console.error(`a process ended by itself (${code}): ${own.log()}`);
      });
    },
    async kill() {
      if (life === null) return;
      look();
      life.child.kill("SIGKILL");
      await life.ended;
      life = null;
      kills += 1;
    },
    kills: () => kills,
    peakMb() {
      look();
      return peakMb;
    },
  };
}

export interface Storm {
  /** So much has arrived by now. */
  at(arrived: number): void;
  /** Resolves once the side that was killed last is started again. */
  settled(): Promise<void>;
}

/** Kills one side whenever so much has arrived as was drawn for its next kill, and starts it again after a while. */
export function openStorm(side: Killable, { kills, of }: { kills: number; of: number }): Storm {
  const share = of / kills;
  const due = Array.from({ length: kills }, (_, index) => Math.floor((index + Math.random() * 0.8) * share));
  let under = Promise.resolve();
  const strike = async () => {
    await side.kill();
    await pause(Math.random() * LONGEST_AWAY_MS);
    side.start();
    if (Math.random() * IN_START >= 1) return;
    await pause(Math.random() * LONGEST_IN_START_MS);
    await side.kill();
    side.start();
  };
  return {
    at(arrived: number) {
      while ((due[0] ?? Number.POSITIVE_INFINITY) <= arrived) {
        due.shift();
        under = under.then(strike);
      }
    },
    settled: () => under,
  };
}
