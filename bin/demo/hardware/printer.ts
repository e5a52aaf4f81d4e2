import type { Socket } from "node:net";
import type { Paper } from "./paper.ts";
import { openPress } from "./press.ts";
import { type Hardware, startSwitchable } from "./switchable.ts";

/** A simulated receipt printer that speaks ESC/POS over TCP, and what there is to see of it. */
export interface ReceiptPrinter extends Hardware {
  /** Papers that were cut off, the oldest first. */
  papers(): readonly Paper[];
  /** The paper that hangs out and was not cut off. */
  hanging(): Paper;
  kicks(): number;
  /** Bytes it was ever sent to print. */
  received(): number;
  /** Bytes that are no ESC/POS. */
  strange(): readonly string[];
  setPaper(paper: "ok" | "low" | "out"): void;
  setCover(cover: "closed" | "open"): void;
  /** It prints and does not say so. */
  setMute(mute: boolean): void;
  /** Pulls the plug as soon as this many bytes of a print have come. */
  dieAfter(bytes: number): void;
}

export interface ReceiptPrinterOptions {
  /** 0 takes a free one. */
  port?: number;
  host?: string;
  /** Called with each paper that is cut off. */
  onPaper?(paper: Paper): void;
}

/** Starts a printer. Without paper or with its cover open it keeps what it is sent, as real ones do. */
export async function startReceiptPrinter(options: ReceiptPrinterOptions = {}): Promise<ReceiptPrinter> {
  let paper: "ok" | "low" | "out" = "ok";
  let cover: "closed" | "open" = "closed";
  let isMute = false;
  let bytesToDeath = Number.POSITIVE_INFINITY;
  let kept: Buffer[] = [];
  let received = 0;
  let caller: Socket | null = null;

  const isStopped = () => paper === "out" || cover === "open";
  /** The answers to `DLE EOT 1` to `4` by their published bits. */
  const status = (question: number): number => {
    if (question === 1) return 0x12 | (isStopped() ? 0x08 : 0);
    if (question === 2) return 0x12 | (cover === "open" ? 0x04 : 0) | (paper === "out" ? 0x20 : 0);
    if (question === 4) return 0x12 | (paper === "ok" ? 0 : 0x0c) | (paper === "out" ? 0x60 : 0);
    return 0x12;
  };
  const say = (byte: number) => void (caller && server.send(caller, Buffer.of(byte)));
  const press = openPress((name, parameter) => {
    if (name === "DLE EOT") say(status(parameter));
    else if (!isMute) say(paper === "low" ? 0x03 : 0);
  }, options.onPaper);
  const resume = () => {
    if (isStopped()) return;
    for (const bytes of kept.splice(0)) press.take(bytes);
  };
  const receive = (socket: Socket, bytes: Buffer) => {
    caller = socket;
    const isQuestion = bytes.length === 3 && bytes[0] === 0x10 && bytes[1] === 0x04;
    if (isQuestion) return say(status(bytes[2] ?? 0));
    const taken = bytes.subarray(0, bytesToDeath);
    bytesToDeath -= taken.length;
    received += taken.length;
    if (isStopped()) kept = [...kept, taken];
    else press.take(taken);
    if (bytesToDeath > 0) return;
    bytesToDeath = Number.POSITIVE_INFINITY;
    press.forget();
    void server.setDead(true);
  };
  const server = await startSwitchable((socket) => socket.on("data", (bytes) => receive(socket, bytes)), options);
  return {
    ...server,
    papers: () => press.papers,
    hanging: press.hanging,
    kicks: press.kicks,
    received: () => received,
    strange: () => press.strange,
    setPaper(next) {
      paper = next;
      resume();
    },
    setCover(next) {
      cover = next;
      resume();
    },
    setMute(mute) {
      isMute = mute;
    },
    dieAfter(bytes) {
      bytesToDeath = bytes;
    },
  };
}
