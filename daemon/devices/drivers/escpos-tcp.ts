import { defineDriver } from "../define-driver.ts";
import { encodeDocument, isEmpty, type PaperSettings } from "../escpos/encode.ts";
import { openPrinterLine } from "../escpos/line.ts";
import { bool, choice, duration, host, int, port } from "../fields.ts";
import type { PrinterDevice } from "../interfaces.ts";

/** 42 characters of 12 dots, and of 9 dots, on paper of two widths. */
const DOTS = { "80 mm": 504, "58 mm": 384 } as const;
const KICK_WITHIN_MS = 4000;
const PINS = { none: null, "pin 2": 0, "pin 5": 1 } as const;

/** A receipt printer that takes ESC/POS over TCP, as nearly all with a network socket do, mostly on port 9100. */
export const escposTcp = defineDriver({
  kind: "printer",
  id: "escpos-tcp",
  label: "Receipt printer (ESC/POS over TCP)",
  summary: "Receipts, tickets with QR code and reports; tells paper and cover, and opens the cash drawer.",
  status: "real",
  capabilities: ["text", "picture", "qr", "cut", "drawer", "paper_status"],
  caveats: ["one connection at a time", "the network to it must be the booth's own: ESC/POS knows no password"],
  fields: [
    host("host", { label: "Address", help: "The printer's address on the booth's network." }),
    port("port", { label: "Port", help: "Nearly always 9100.", default: 9100 }),
    choice("paper", ["80 mm", "58 mm"], { label: "Paper", help: "How wide the roll is.", default: "80 mm" }),
    choice("drawer", ["none", "pin 2", "pin 5"], {
      label: "Cash drawer",
      help: "Where the drawer is connected. It opens for a payment in cash and for each recorded cash movement.",
      default: "none",
    }),
    bool("cutter", { label: "Cutter", help: "Off: the paper is fed far enough to tear it off.", default: true }),
    choice("characters", ["own", "picture"], {
      label: "Characters",
      help: "Own: letters of the printer, and a picture only of what it cannot write. Picture: always drawn by the booth.",
      default: "own",
      advanced: true,
    }),
    int("table", {
      label: "Character table",
      help: "The printer's number for Windows-1252; its self-test lists the numbers.",
      default: 16,
      min: 0,
      max: 255,
      advanced: true,
    }),
    choice("qr", ["own", "picture"], {
      label: "QR codes",
      help: "Own: drawn by the printer. Picture: drawn by the booth, for printers that know none.",
      default: "own",
      advanced: true,
    }),
    bool("answers", {
      label: "Answers questions",
      help: "Off for a printer that never answers: paper and cover cannot be seen then, and a print is not confirmed.",
      default: true,
      advanced: true,
    }),
    duration("pollMs", {
      label: "Looked at every",
      help: "How often paper and cover are asked for.",
      default: 4000,
      min: 200,
      max: 60_000,
      advanced: true,
    }),
  ],
  open(config, parts): PrinterDevice {
    const settings: PaperSettings = {
      width: DOTS[config.paper],
      narrow: config.paper === "58 mm",
      table: config.characters === "own" ? config.table : null,
      ownQr: config.qr === "own",
      cutter: config.cutter,
      drawerPin: PINS[config.drawer],
    };
    const line = openPrinterLine(config, parts);
    return {
      hasDrawer: settings.drawerPin !== null,
      status: line.status,
      probe: line.probe,
      async print(document) {
        if (isEmpty(document, settings)) return;
        const askedMs = parts.clock.monotonic();
        // A drawer must not spring open when whoever asked for it has left.
        const mayBegin = () => !document.kick || parts.clock.monotonic() - askedMs < KICK_WITHIN_MS;
        await line.print(await encodeDocument(document, settings), mayBegin);
      },
      close: line.close,
    };
  },
});
