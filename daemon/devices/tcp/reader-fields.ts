import { choice, duration, host, port, text } from "../fields.ts";
import { SEPARATORS } from "./frames.ts";

/** Where a reader on the network is found: the booth calls it, or it calls the booth. */
export const ADDRESS_FIELDS = [
  choice("mode", ["client", "server"], {
    label: "Who connects",
    help: "client: the booth connects to the reader. server: the reader connects to the booth.",
    default: "client",
  }),
  host("host", {
    label: "Reader's address",
    help: "Its name or address. As a server the booth listens to this one alone and turns all others away.",
  }),
  port("port", { label: "Port", help: "The reader's port; as a server, the port the booth listens on." }),
  host("listenOn", {
    label: "Listen on",
    help: "As a server: the booth's own address on the readers' network.",
    default: "0.0.0.0",
    advanced: true,
  }),
] as const;

/** How what a reader sends is cut into reads. */
export const LINE_FIELDS = [
  choice("separator", SEPARATORS, {
    label: "Ends with",
    help: "line: a carriage return, a line feed or both. stx-etx: each read stands between STX and ETX.",
    default: "line",
  }),
  text("prefix", {
    label: "Prefix",
    help: "Text before each read that is left off; a line without it is no read.",
    required: false,
    advanced: true,
  }),
  text("suffix", {
    label: "Suffix",
    help: "Text after each read that is left off; a line without it is no read.",
    required: false,
    advanced: true,
  }),
  text("heartbeat", {
    label: "Sign of life",
    help: "What the reader sends now and then to show that it is there; it is no read.",
    required: false,
    advanced: true,
  }),
  duration("idleMs", {
    label: "Longest silence",
    help: "A reader that sends nothing for so long is connected anew; 0 where it is silent between reads.",
    default: 0,
    max: 3_600_000,
    advanced: true,
  }),
] as const;
