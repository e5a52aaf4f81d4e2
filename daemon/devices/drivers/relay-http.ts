import { defineDriver } from "../define-driver.ts";
import { choice, duration, text, url } from "../fields.ts";
import { certificateField, fingerprintMisfit } from "../http/certificate.ts";
import { openHttpBarrier } from "../http/http-barrier.ts";
import { signInFields } from "../http/sign-in-fields.ts";

/** No second slash at the start: that would be another host. */
const PATH = {
  pattern: "^/([!-.0-[\\]-~][!-~]{0,198})?$",
  expects: "expected a path without spaces, such as /relay/0?turn=on",
};
const POINTER = { pattern: "^(/[^/]{1,60}){1,8}$", expects: "expected a JSON pointer, such as /relays/0/on" };

const path = <const N extends string>(name: N, label: string, help: string) => text(name, { label, help, ...PATH });
const optionalPath = <const N extends string>(name: N, label: string, help: string) =>
  text(name, { label, help, ...PATH, required: false });
const body = <const N extends string>(name: N, label: string) =>
  text(name, { label, help: "Sent with POST: JSON, or form fields.", required: false, advanced: true });

/** A relay board that is switched by requests to paths of its own. */
export const relayHttp = defineDriver({
  kind: "access",
  id: "relay-http",
  label: "Relay board (HTTP)",
  summary: "Pulses a relay that opens the barrier, by requests to the board's own addresses.",
  status: "real",
  capabilities: ["open", "hold", "release", "close"],
  caveats: [
    "reports the barrier only where the board's status tells whether the arm is up",
    "where the booth ends pulses, a booth that loses its power leaves the relay on until it is back",
  ],
  fields: [
    url("address", { label: "Board's address", help: "Such as http://10.0.0.30/; paths are added to it." }),
    ...signInFields,
    certificateField,
    choice("method", ["GET", "POST"], { label: "Method", help: "How the board is told to switch.", default: "GET" }),
    path("onPath", "Path for on", "With its query, such as /relay/0?turn=on."),
    path("offPath", "Path for off", "With its query, such as /relay/0?turn=off."),
    optionalPath(
      "pulsePath",
      "Path for a pulse",
      "Where the board ends a pulse by itself, which is the safer way. {ms} and {s} stand for the pulse's length.",
    ),
    optionalPath("closePath", "Path for closing", "Where another relay, pulsed by the board, closes the barrier."),
    body("onBody", "Body for on"),
    body("offBody", "Body for off"),
    body("pulseBody", "Body for a pulse"),
    duration("pulseMs", { label: "Pulse", help: "How long the relay stays on.", default: 500, min: 50, max: 10_000 }),
    optionalPath("statusPath", "Path of the status", "Fetched with GET, which must switch nothing."),
    choice("statusMeans", ["relay", "arm"], {
      label: "The status tells",
      help: "relay: whether the relay is on. arm: whether the barrier is open.",
      default: "relay",
    }),
    text("statusPointer", {
      label: "Status value",
      help: "JSON pointer to the value that tells, such as /relays/0/on. Left out, the whole answer is searched.",
      ...POINTER,
      required: false,
    }),
    text("statusOn", {
      label: "Means on",
      help: "The value, or the part of the answer, that means on.",
      default: "true",
    }),
    text("statusOff", { label: "Means off", help: "What means off; left out, all else does.", required: false }),
    duration("checkMs", {
      label: "Look every",
      help: "How often the status is asked for.",
      default: 5000,
      min: 200,
      max: 600_000,
      advanced: true,
    }),
    duration("deadlineMs", {
      label: "Deadline",
      help: "How long an answer may take.",
      default: 1200,
      min: 100,
      max: 1400,
      advanced: true,
    }),
  ],
  misfits: ({ fingerprint, address }) => fingerprintMisfit(fingerprint, new URL(address).protocol),
  open: openHttpBarrier,
});
