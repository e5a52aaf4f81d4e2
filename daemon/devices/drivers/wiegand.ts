import { defineDriver } from "../define-driver.ts";
import { bool, choice } from "../fields.ts";
import type { ReaderDevice } from "../interfaces.ts";
import { openBlocks, openFrames } from "../tcp/frames.ts";
import { readLine } from "../tcp/line-text.ts";
import { openTcpReader } from "../tcp/reader.ts";
import { ADDRESS_FIELDS, LINE_FIELDS } from "../tcp/reader-fields.ts";
import { bitsOfFrame, ENCODINGS, frameOf, sentBits } from "../wiegand/bits.ts";
import { CARD_FORMAT_NAMES, CARD_FORMATS, type Card, frameBits, hasParity, readCard } from "../wiegand/formats.ts";

/** The rest of a frame that comes as bytes follows at once, or not at all. */
const REST_MS = 500;
const LONGEST_LINE = 200;

const OUTPUTS = {
  "facility-card": ({ facility, card }: Card) => (facility === null ? String(card) : `${facility}-${card}`),
  card: ({ card }: Card) => String(card),
  number: ({ number }: Card) => String(number),
} as const;
const OUTPUT_NAMES = Object.keys(OUTPUTS) as (keyof typeof OUTPUTS)[];

/** Card readers behind a converter that sends each Wiegand frame over TCP. A frame with a wrong parity is a bad read. */
export const wiegand = defineDriver({
  kind: "reader",
  id: "wiegand",
  label: "Card reader (Wiegand converter)",
  summary:
    "Takes the frames a Wiegand converter sends over TCP, checks their parity, and reads card numbers from them.",
  status: "real",
  capabilities: ["credential"],
  caveats: [
    "a card's number can be copied: let it open lanes only where that is good enough",
    "the connection is not encrypted: keep converters on a network of their own",
  ],
  fields: [
    ...ADDRESS_FIELDS,
    choice("format", CARD_FORMAT_NAMES, {
      label: "Card format",
      help: "How many bits its cards have.",
      default: "26-bit",
    }),
    choice("encoding", ENCODINGS, {
      label: "Sent as",
      help: "bits: 0 and 1 as characters. hex, decimal: one number. bytes: the bits themselves, without separators.",
      default: "hex",
    }),
    choice("parity", ["included", "removed"], {
      label: "Parity bits",
      help: "Whether the converter sends them, and the booth checks them, or has removed them.",
      default: "included",
    }),
    choice("output", OUTPUT_NAMES, {
      label: "Credential",
      help: "What a subscription holds: facility-card is 118-1603, card is 1603, number is both as one number.",
      default: "facility-card",
    }),
    ...LINE_FIELDS,
    choice("align", ["right", "left"], {
      label: "Padding",
      help: "right: zeros stand before the frame. left: zeros follow it.",
      default: "right",
      advanced: true,
    }),
    choice("byteOrder", ["first-byte-first", "last-byte-first"], {
      label: "Order of bytes",
      default: "first-byte-first",
      advanced: true,
    }),
    choice("bitOrder", ["first-bit-first", "last-bit-first"], {
      label: "Order of bits",
      default: "first-bit-first",
      advanced: true,
    }),
    bool("inverted", {
      label: "Inverted",
      help: "Every bit is the other way round: the reader's two data wires are swapped.",
      default: false,
      advanced: true,
    }),
  ],
  open(config, parts): ReaderDevice {
    const { encoding, separator } = config;
    const format = CARD_FORMATS[config.format];
    const isChecked = config.parity === "included";
    const length = frameBits(format) - (isChecked ? 0 : 2);
    const layout = { ...config, length };

    const read = (sent: string) => {
      const frame = frameOf(sent, encoding, layout);
      if (frame === null) return parts.onBadRead?.(`the frame is not one of ${length} bits`);
      if (isChecked && !hasParity(frame, format))
        return parts.onBadRead?.(`the parity of a ${config.format} frame is wrong`);
      parts.onRead(OUTPUTS[config.output](readCard(isChecked ? frame.slice(1, -1) : frame, format)));
    };
    const takeLine = (line: Buffer, as: Exclude<typeof encoding, "bytes">): string | null => {
      if (line.length === 0) return `a line of more than ${LONGEST_LINE} bytes: check how its lines end`;
      const found = readLine(line, config);
      if (found === null) return null;
      if ("wrong" in found) return found.wrong;
      const sent = sentBits(found.text, as);
      if (sent === null) return `expected ${as === "bits" ? "0 and 1" : `a ${as} number`}: check how frames are sent`;
      read(sent);
      return null;
    };
    if (encoding !== "bytes")
      return openTcpReader(config, parts, {
        openFrames: (onFrame) =>
          openFrames({ separator, mostBytes: LONGEST_LINE, onFrame, onTooLong: () => onFrame(Buffer.alloc(0)) }),
        take: (line) => takeLine(line, encoding),
      });
    return openTcpReader(config, parts, {
      openFrames: (onFrame) => openBlocks(Math.ceil(length / 8), REST_MS, parts.clock, onFrame),
      take(block) {
        read(bitsOfFrame(block));
        return null;
      },
    });
  },
});
