import { defineDriver } from "../define-driver.ts";
import { int } from "../fields.ts";
import type { ReaderDevice } from "../interfaces.ts";
import { openFrames } from "../tcp/frames.ts";
import { readLine } from "../tcp/line-text.ts";
import { openTcpReader } from "../tcp/reader.ts";
import { ADDRESS_FIELDS, LINE_FIELDS } from "../tcp/reader-fields.ts";

/** Characters that no ticket and no card has; a line with one of them is noise. */
const UNREADABLE = /[\p{Cc}\ufffd]/u;

/** A reader that sends each ticket or credential as a line of text over TCP. */
export const tcpIp = defineDriver({
  kind: "reader",
  id: "tcp-ip",
  label: "Reader (lines over TCP)",
  summary: "Takes each line a reader sends as a ticket or a credential; connects to it, or lets it connect.",
  status: "real",
  capabilities: ["qr", "credential"],
  caveats: ["the connection is not encrypted: keep readers on a network of their own"],
  fields: [
    ...ADDRESS_FIELDS,
    ...LINE_FIELDS,
    int("maxLength", {
      label: "Longest line",
      help: "Longer lines are dropped.",
      default: 200,
      min: 1,
      max: 200,
      unit: "bytes",
      advanced: true,
    }),
  ],
  open(config, parts): ReaderDevice {
    const { separator, maxLength } = config;
    const tooLong = `a line of more than ${maxLength} bytes: check how its lines end`;
    const take = (frame: Buffer): string | null => {
      if (frame.length === 0) return tooLong;
      const line = readLine(frame, config);
      if (line === null) return null;
      if ("wrong" in line) return line.wrong;
      if (UNREADABLE.test(line.text)) return "expected text: check the encoding";
      parts.onRead(line.text);
      return null;
    };
    return openTcpReader(config, parts, {
      openFrames: (onFrame) =>
        openFrames({ separator, mostBytes: maxLength, onFrame, onTooLong: () => onFrame(Buffer.alloc(0)) }),
      take,
    });
  },
});
