import type { Socket } from "node:net";
import type { DriverParts } from "../define-driver.ts";
import type { ReaderDevice } from "../interfaces.ts";
import { openTcpDoor } from "./door.ts";
import type { Frames } from "./frames.ts";
import { type Link, openTcpLink } from "./link.ts";
import { openMeter } from "./meter.ts";
import { addressText } from "./sentences.ts";

/** More than any reader sends in a second; what sends more is none, or broken. */
const MOST_BYTES = 16_384;
const MOST_FRAMES = 40;

/** The values of `ADDRESS_FIELDS`, and the longest silence. */
export interface ReaderAddress {
  mode: "client" | "server";
  host: string;
  port: number;
  listenOn: string;
  idleMs: number;
}

/** What a driver makes of a reader's frames. */
export interface ReaderFeed {
  /** Frames for one connection; what was begun on the one before is forgotten. */
  openFrames(onFrame: (frame: Buffer) => void): Frames;
  /** Takes a frame; answers what is wrong with it for a technician, or null. */
  take(frame: Buffer): string | null;
}

/** A reader on a TCP connection: keeps it, and hands on what comes over it. */
export function openTcpReader(address: ReaderAddress, parts: DriverParts, feed: ReaderFeed): ReaderDevice {
  const { mode, host, port, listenOn, idleMs } = address;
  const where = addressText(host, port);
  let remark: string | null = null;

  const take = (frame: Buffer) => {
    const wrong = feed.take(frame);
    if (wrong === null) link.prove();
    // Said once, until the reader sends something sensible.
    else if (remark === null)
      parts.log.warn({ lane: parts.lane }, `the reader ${where} sent what is no read: ${wrong}`);
    remark = wrong;
    link.ready(wrong === null ? undefined : `what it sends is no read: ${wrong}`);
  };
  const tooMuch = () =>
    link.drop({ state: "fault", message: `${where} sends without end: it is broken, or no reader` });
  const onUp = (socket: Socket) => {
    const fitsBytes = openMeter(parts.clock, MOST_BYTES);
    const fitsFrames = openMeter(parts.clock, MOST_FRAMES);
    const frames = feed.openFrames((frame) => {
      if (socket.destroyed) return;
      if (fitsFrames(1)) take(frame);
      else tooMuch();
    });
    socket.on("data", (chunk) => (fitsBytes(chunk.length) ? frames.push(chunk) : tooMuch()));
    if (idleMs > 0)
      socket.setTimeout(idleMs, () =>
        link.drop({ state: "offline", message: `${where} sent nothing for ${idleMs / 1000} s: check the reader` }),
      );
    remark = null;
    link.ready();
  };
  const onChange = () => parts.onChange();
  const link: Link =
    mode === "server"
      ? openTcpDoor({ host: listenOn, port, peer: host, onUp, onChange })
      : openTcpLink({ host, port, onUp, onChange });
  return {
    status: link.status,
    async probe() {
      parts.onTranscript?.(mode === "server" ? `listen on ${addressText(listenOn, port)}` : `connect to ${where}`);
      const { remoteAddress } = await link.up();
      parts.onTranscript?.(`connected with ${remoteAddress ?? host}`);
      return mode === "server"
        ? `The reader ${host} is connected to port ${port} of the booth.`
        : `Something takes the connection at ${where}; a card or a ticket held out to it shows whether it is the reader.`;
    },
    close: () => link.close(),
  };
}
