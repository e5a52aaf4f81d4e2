import type { DeviceStatus } from "../interfaces.ts";

/** The real-time questions `DLE EOT n`: printer, what keeps it offline, errors, roll of paper. */
export const QUESTIONS = [1, 2, 3, 4] as const;
export type Question = (typeof QUESTIONS)[number];

/** In every answer to `DLE EOT n`, bits 0 and 7 are 0, bits 1 and 4 are 1. */
export function isStatusByte(byte: number): boolean {
  return (byte & 0b1001_0011) === 0b0001_0010;
}

/** What a set bit of an answer means, the gravest first; `state` as shown at the lane. */
interface Meaning {
  question: Question;
  mask: number;
  state: DeviceStatus["state"];
  message: string;
}

/** The published meanings of the bits of the answers. */
const MEANINGS: readonly Meaning[] = [
  { question: 2, mask: 0x04, state: "fault", message: "the printer's cover is open: close it" },
  { question: 4, mask: 0x60, state: "fault", message: "the printer is out of paper: put in a new roll" },
  { question: 2, mask: 0x20, state: "fault", message: "the printer is out of paper: put in a new roll" },
  { question: 3, mask: 0x08, state: "fault", message: "the printer's cutter is stuck: free the paper at the cutter" },
  { question: 3, mask: 0x20, state: "fault", message: "the printer reports a failure: switch it off and on" },
  { question: 3, mask: 0x40, state: "fault", message: "the printer is too hot and goes on by itself: wait a minute" },
  { question: 2, mask: 0x40, state: "fault", message: "the printer reports an error: open and close its cover" },
  { question: 1, mask: 0x08, state: "fault", message: "the printer is switched to offline: press its feed button" },
  { question: 4, mask: 0x0c, state: "ready", message: "paper is running low: keep a new roll at hand" },
];

/** How a printer stands by its four answers. */
export function readPaperStatus(answers: Readonly<Record<Question, number>>): DeviceStatus {
  const found = MEANINGS.find(({ question, mask }) => (answers[question] & mask) !== 0);
  return found ? { state: found.state, message: found.message } : { state: "ready", message: null };
}

/** In the answer to `GS r 1`, bits 4 and 7 are 0; it comes when all before it has been carried out. */
export function isConfirmation(byte: number): boolean {
  return (byte & 0b1001_0000) === 0;
}
