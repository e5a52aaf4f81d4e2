import { createConnection } from "node:net";
import { withDeadline } from "../deadline.ts";
import { addressText, socketSentence } from "../tcp/sentences.ts";

/** A connection to a printer, for as long as one matter takes. */
export interface Call {
  /** Sends bytes; resolves once the network has them, rejects after `ms`. */
  send(bytes: Uint8Array, ms: number): Promise<void>;
  /** Sends a question and waits for its answer of one byte; rejects where something else comes. */
  ask(question: Uint8Array, isAnswer: (byte: number) => boolean, ms: number): Promise<number>;
  /** Ends it once all that was sent has left; for a printer that answers nothing. */
  hangUp(ms: number): Promise<void>;
  /** Ends it now; whoever waits is told that the device was closed. */
  end(): void;
}

/** What answered is no receipt printer, or one that has lost its mind. */
export class StrangeAnswerError extends Error {
  constructor(where: string) {
    super(`${where} answers, but not as a receipt printer does: check the address and the port`);
    this.name = "StrangeAnswerError";
  }
}

const CONNECT_MS = 2000;
/** Calls a printer. Every error is a sentence for a technician. */
export async function callPrinter(host: string, port: number): Promise<Call> {
  const where = addressText(host, port);
  const socket = createConnection({ host, port, noDelay: true });
  let received: number[] = [];
  let ended: Error | null = null;
  let look = () => {};
  const endWith = (error: Error) => {
    ended ??= error;
    socket.destroy();
    look();
  };
  socket.on("connect", () => look());
  socket.on("data", (chunk) => {
    // Nobody asked for more than one byte, so the rest need not be kept to be refused.
    received = [...received, ...chunk.subarray(0, 2)];
    if (received.length > 1) endWith(new StrangeAnswerError(where));
    else look();
  });
  socket.on("error", (error) => endWith(new Error(socketSentence(error, host, port))));
  socket.on("close", () => endWith(new Error(`${where} ended the connection`)));

  const wait = (isThere: () => boolean, ms: number, late: string) =>
    withDeadline(
      new Promise<void>((resolve, reject) => {
        look = () => (ended ? reject(ended) : isThere() ? resolve() : undefined);
        look();
      }),
      ms,
      `${where} ${late}`,
    );
  const call: Call = {
    async send(bytes, ms) {
      let isSent = false;
      socket.write(bytes, () => {
        isSent = true;
        look();
      });
      await wait(() => isSent, ms, `did not take all of it within ${ms / 1000} s`);
    },
    async ask(question, isAnswer, ms) {
      socket.write(question);
      await wait(() => received.length === 1, ms, `did not answer within ${ms / 1000} s`);
      const [byte = 0] = received;
      received = [];
      if (!isAnswer(byte)) throw new StrangeAnswerError(where);
      return byte;
    },
    async hangUp(ms) {
      let hasLeft = false;
      socket.end(() => {
        hasLeft = true;
        look();
      });
      await wait(() => hasLeft, ms, `did not take all of it within ${ms / 1000} s`);
    },
    end: () => endWith(new Error("the device was closed")),
  };
  try {
    await wait(() => !socket.connecting, CONNECT_MS, `did not answer within ${CONNECT_MS / 1000} s`);
    return call;
  } catch (error) {
    call.end();
    throw error;
  }
}
