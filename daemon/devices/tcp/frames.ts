import type { Clock } from "../../../common/node/clock.ts";

const LF = 0x0a;
const CR = 0x0d;
const STX = 0x02;
const ETX = 0x03;

/** How a device ends what it sends: with a carriage return, a line feed or both, or between STX and ETX. */
export const SEPARATORS = ["line", "stx-etx"] as const;
export type Separator = (typeof SEPARATORS)[number];

/** Cuts a stream of bytes into frames, whatever pieces the network makes of it. */
export interface Frames {
  push(chunk: Buffer): void;
}

export interface FrameParts {
  separator: Separator;
  mostBytes: number;
  onFrame(frame: Buffer): void;
  /** A frame grew longer than it may; called once for it, and all of it is dropped. */
  onTooLong(): void;
}

/** Cuts at separators; empty frames, and bytes outside of STX and ETX, are nothing. */
export function openFrames({ separator, mostBytes, onFrame, onTooLong }: FrameParts): Frames {
  const isFramed = separator === "stx-etx";
  const bytes: number[] = [];
  let isOpen = !isFramed;

  const begin = (open: boolean) => {
    bytes.length = 0;
    isOpen = open;
  };
  const end = () => {
    const frame = Buffer.from(bytes);
    begin(!isFramed);
    if (frame.length > 0) onFrame(frame);
  };
  const isEnd = (byte: number) => (isFramed ? byte === ETX : byte === LF || byte === CR);
  const take = (byte: number) => {
    if (isFramed && byte === STX) return begin(true);
    if (isEnd(byte)) return end();
    if (!isOpen) return;
    if (bytes.length < mostBytes) return void bytes.push(byte);
    // Closed until its separator comes.
    begin(false);
    onTooLong();
  };
  return {
    push(chunk) {
      for (const byte of chunk) take(byte);
    },
  };
}

/** Cuts into blocks of one length; a block whose rest does not come within `quietMs` was none. */
export function openBlocks(length: number, quietMs: number, clock: Clock, onFrame: (frame: Buffer) => void): Frames {
  let held: Buffer = Buffer.alloc(0);
  let at = 0;
  return {
    push(chunk) {
      const now = clock.monotonic();
      held = now - at > quietMs ? chunk : Buffer.concat([held, chunk]);
      at = now;
      for (; held.length >= length; held = held.subarray(length)) onFrame(held.subarray(0, length));
    },
  };
}
