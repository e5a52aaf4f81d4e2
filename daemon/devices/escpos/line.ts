import { openBackoff } from "../backoff.ts";
import { sentenceOf } from "../deadline.ts";
import type { DriverParts } from "../define-driver.ts";
import type { DeviceStatus } from "../interfaces.ts";
import { NothingPrintedError } from "../print-document.ts";
import { addressText } from "../tcp/sentences.ts";
import { type Call, StrangeAnswerError } from "./call.ts";
import { openCaller } from "./caller.ts";
import { isConfirmation, isStatusByte, QUESTIONS, readPaperStatus } from "./paper-status.ts";

/** With the connection, the four questions and their pauses under 30 s: by then a print has ended one way or another. */
const ANSWER_MS = 1000;
const SEND_MS = 8000;
const CONFIRM_MS = 12_000;
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 15_000;

/** `DLE EOT n` is answered at once, also while the printer is offline; `GS r 1` once all before it has been printed. */
const DLE_EOT = [0x10, 0x04];
const GS_R_1 = Buffer.from([0x1d, 0x72, 1]);

export interface PrinterLineParts {
  host: string;
  port: number;
  /** Whether the printer answers questions at all. */
  answers: boolean;
  pollMs: number;
}

/** The way to a printer: looks now and then how it stands, and calls it for each print. */
export interface PrinterLine {
  status(): DeviceStatus;
  probe(): Promise<string>;
  /**
   * Resolves once the printer has carried out all of it; rejects as `PrinterDevice.print` does. `mayBegin` is asked when
   * its turn has come.
   */
  print(bytes: Uint8Array, mayBegin: () => boolean): Promise<void>;
  close(): Promise<void>;
}

type Parts = Pick<DriverParts, "testing" | "onTranscript" | "onChange">;

async function askStatus(call: Call, tell: Parts["onTranscript"]): Promise<DeviceStatus> {
  const answers = { 1: 0, 2: 0, 3: 0, 4: 0 };
  for (const question of QUESTIONS) {
    const byte = await call
      .ask(Buffer.from([...DLE_EOT, question]), isStatusByte, ANSWER_MS)
      .catch((error: unknown) => {
        tell?.(`status question ${question}: ${sentenceOf(error)}`);
        throw error;
      });
    tell?.(`status question ${question}: answer ${byte.toString(2).padStart(8, "0")}`);
    answers[question] = byte;
  }
  return readPaperStatus(answers);
}

/** Opens the way to a printer; returns at once, and looks for the printer in the background. */
export function openPrinterLine(config: PrinterLineParts, parts: Parts): PrinterLine {
  const { host, port, answers, pollMs } = config;
  const where = addressText(host, port);
  const backoff = openBackoff({ firstMs: FIRST_PAUSE_MS, mostMs: LONGEST_PAUSE_MS });
  const caller = openCaller(host, port);
  let status: DeviceStatus = { state: "offline", message: `connecting to ${where}` };
  let timer: NodeJS.Timeout | undefined;

  const learn = (next: DeviceStatus) => {
    const isNews = next.state !== status.state || next.message !== status.message;
    status = next;
    if (isNews && !caller.isClosed()) parts.onChange();
  };
  const learnTrouble = (error: unknown) =>
    learn({ state: error instanceof StrangeAnswerError ? "fault" : "offline", message: sentenceOf(error) });
  const consult = async (call: Call) => {
    const found: DeviceStatus = answers ? await askStatus(call, parts.onTranscript) : { state: "ready", message: null };
    learn(found);
    return found;
  };
  const look = async () => {
    let pauseMs = pollMs;
    try {
      await caller.converse(consult);
      backoff.reset();
    } catch (error) {
      learnTrouble(error);
      pauseMs = Math.max(pollMs, backoff.next());
    }
    clearTimeout(timer);
    if (!caller.isClosed()) timer = setTimeout(look, pauseMs).unref();
  };
  if (!parts.testing) void look();

  return {
    status: () => status,
    async probe() {
      parts.onTranscript?.(`connect to ${where}`);
      const { state, message } = await caller.converse(consult);
      if (state !== "ready") throw new Error(`a receipt printer answers at ${where}, but ${message}`);
      if (!answers) return `Something takes connections at ${where}; by its settings it is not asked what it is.`;
      return `A receipt printer answers at ${where} and is ready${message === null ? "" : `; ${message}`}.`;
    },
    async print(bytes, mayBegin) {
      let isBegun = false;
      try {
        await caller.converse(async (call) => {
          const { state, message } = await consult(call);
          if (state !== "ready") throw new NothingPrintedError(message ?? state);
          if (!mayBegin()) throw new NothingPrintedError("it came too late to be of use");
          isBegun = true;
          await deliver(call, bytes, answers);
        });
      } catch (error) {
        if (error instanceof NothingPrintedError) throw error;
        learnTrouble(error);
        if (!caller.isClosed()) void look();
        throw isBegun ? error : new NothingPrintedError(sentenceOf(error));
      }
    },
    async close() {
      clearTimeout(timer);
      caller.close();
    },
  };
}

async function deliver(call: Call, bytes: Uint8Array, answers: boolean): Promise<void> {
  await call.send(bytes, SEND_MS);
  if (answers) await call.ask(GS_R_1, isConfirmation, CONFIRM_MS);
  else await call.hangUp(SEND_MS);
}
