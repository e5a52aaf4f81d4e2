import { defineDriver } from "../define-driver.ts";
import { bool, choice, duration, host, int, port } from "../fields.ts";
import { openModbusBarrier } from "../modbus/barrier.ts";

const ADDRESS = { min: 0, max: 65_535 };
/** One request reads all inputs, and a small board answers one of this length. */
const MOST_INPUTS = 128;

const input = <const N extends string>(name: N, label: string, help: string) =>
  int(name, { label, help: `${help} Left out where there is none.`, required: false, ...ADDRESS });
const inverted = <const N extends string>(name: N, label: string) =>
  bool(name, {
    label: `${label}, inverted`,
    help: "The input is off when it says so.",
    default: false,
    advanced: true,
  });

/** A relay board that is switched over Modbus TCP and whose inputs tell of the barrier and of vehicles before it. */
export const relayModbus = defineDriver({
  kind: "access",
  id: "relay-modbus",
  label: "Relay board (Modbus TCP)",
  summary:
    "Pulses a relay that opens the barrier, and reads its end switches and the presence loop where there are any.",
  status: "real",
  capabilities: ["open", "hold", "release", "close", "reports_barrier", "reports_presence"],
  caveats: [
    "without inputs nothing reports the barrier",
    "a board that ends pulses by itself switches off even when the booth has lost its power",
    "Modbus has no password: keep boards on a network of their own",
  ],
  fields: [
    host("host", { label: "Board's address", help: "Its name or address on the site's network." }),
    port("port", { label: "Port", default: 502 }),
    int("unit", {
      label: "Unit number",
      help: "The unit behind a gateway; a board itself is mostly 1.",
      default: 1,
      min: 0,
      max: 255,
    }),
    int("openCoil", { label: "Relay that opens", help: "Its coil address, counted from 0.", default: 0, ...ADDRESS }),
    int("closeCoil", {
      label: "Relay that closes",
      help: "Its coil address. Left out where the barrier closes by itself.",
      required: false,
      ...ADDRESS,
    }),
    duration("pulseMs", { label: "Pulse", help: "How long the relay stays on.", default: 500, min: 50, max: 10_000 }),
    choice("pulseBy", ["booth", "device"], {
      label: "Who ends a pulse",
      help: "booth: it switches the relay off again. device: the board does, and the booth makes sure.",
      default: "booth",
    }),
    int("pulseRegister", {
      label: "Pulse register",
      help: "Where the board begins a pulse by a value in a register instead of by the relay's coil.",
      required: false,
      advanced: true,
      ...ADDRESS,
    }),
    int("pulseValue", {
      label: "Pulse value",
      help: "The value that begins it.",
      default: 1,
      advanced: true,
      ...ADDRESS,
    }),
    input("presenceInput", "Presence input", "On while a vehicle stands before the barrier."),
    inverted("presenceInverted", "Presence input"),
    input("openInput", "Input: arm is up", "The end switch of the open barrier."),
    inverted("openInverted", "Input: arm is up"),
    input("closedInput", "Input: arm is down", "The end switch of the closed barrier."),
    inverted("closedInverted", "Input: arm is down"),
    duration("closeAfterMs", {
      label: "Close after",
      help: "Closes so long after an opening, counted anew while a vehicle stands there; 0: never.",
      default: 0,
      max: 600_000,
      advanced: true,
    }),
    duration("pollMs", {
      label: "Look every",
      help: "How often the inputs are read.",
      default: 250,
      min: 50,
      max: 10_000,
      advanced: true,
    }),
    duration("timeoutMs", {
      label: "Longest answer",
      help: "How long an answer may take.",
      default: 800,
      min: 100,
      max: 1200,
      advanced: true,
    }),
  ],
  misfits({ closeAfterMs, closeCoil, openCoil, presenceInput, pulseBy, pulseRegister, ...config }) {
    const inputs = [presenceInput, config.openInput, config.closedInput].filter((each) => each !== undefined);
    const spread = inputs.length === 0 ? 0 : Math.max(...inputs) - Math.min(...inputs) + 1;
    const rules = [
      [closeAfterMs > 0 && closeCoil === undefined, "closeAfterMs", "needs a relay that closes"],
      [
        closeAfterMs > 0 && presenceInput === undefined,
        "closeAfterMs",
        "needs a presence input, so as to hit no vehicle",
      ],
      [closeCoil === openCoil, "closeCoil", "expected another relay than the one that opens"],
      [
        pulseRegister !== undefined && pulseBy === "booth",
        "pulseRegister",
        "expected only where the device ends a pulse",
      ],
      [new Set(inputs).size < inputs.length, "presenceInput", "expected an address of its own for each input"],
      [spread > MOST_INPUTS, "presenceInput", `expected inputs at most ${MOST_INPUTS} addresses apart`],
    ] as const;
    return rules.flatMap(([isWrong, path, message]) => (isWrong ? [{ path, message }] : []));
  },
  open: openModbusBarrier,
});
