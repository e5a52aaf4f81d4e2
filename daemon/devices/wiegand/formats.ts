/**
 * How a card's number lies in a Wiegand frame: one even parity bit, the facility, the card, one odd parity bit. The
 * even bit makes the ones among itself and the bits after it even, the odd bit those among itself and the bits before it odd.
 */
export interface CardFormat {
  readonly facilityBits: number;
  readonly cardBits: number;
  /** How many data bits each parity bit covers; with an odd number of data bits both cover the middle one. */
  readonly parityOver: number;
}

/** The published open layouts; the 26-bit one is SIA AC-01, 34 and 37 bits follow its scheme. */
export const CARD_FORMATS = {
  "26-bit": { facilityBits: 8, cardBits: 16, parityOver: 12 },
  "34-bit": { facilityBits: 16, cardBits: 16, parityOver: 16 },
  "37-bit": { facilityBits: 0, cardBits: 35, parityOver: 18 },
  "37-bit-facility": { facilityBits: 16, cardBits: 19, parityOver: 18 },
} as const satisfies Readonly<Record<string, CardFormat>>;
export type CardFormatName = keyof typeof CARD_FORMATS;
export const CARD_FORMAT_NAMES = Object.keys(CARD_FORMATS) as CardFormatName[];

export interface Card {
  /** Null in a format without facilities. */
  facility: number | null;
  card: number;
  /** All data bits as one number. */
  number: number;
}

/** The length of a whole frame, its two parity bits included. */
export function frameBits({ facilityBits, cardBits }: CardFormat): number {
  return facilityBits + cardBits + 2;
}

const onesOf = (bits: string) => bits.split("1").length - 1;

/** Whether both parity bits of a frame are right. */
export function hasParity(frame: string, { parityOver }: CardFormat): boolean {
  const first = frame.slice(0, parityOver + 1);
  const last = frame.slice(-(parityOver + 1));
  return onesOf(first) % 2 === 0 && onesOf(last) % 2 === 1;
}

/** The card in a frame's data bits, which are without parity. */
export function readCard(data: string, { facilityBits }: CardFormat): Card {
  return {
    facility: facilityBits === 0 ? null : Number.parseInt(data.slice(0, facilityBits), 2),
    card: Number.parseInt(data.slice(facilityBits), 2),
    number: Number.parseInt(data, 2),
  };
}
