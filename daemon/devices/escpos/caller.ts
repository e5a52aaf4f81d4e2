import { type Call, callPrinter } from "./call.ts";
import { inTurn } from "./turns.ts";

/** Calls one printer, one matter at a time. */
export interface Caller {
  /** Calls, does one thing, and hangs up, whatever came of it. */
  converse<T>(work: (call: Call) => Promise<T>): Promise<T>;
  isClosed(): boolean;
  /** Ends the call that is under way; there will be no more. */
  close(): void;
}

/** A caller that has not called yet. */
export function openCaller(host: string, port: number): Caller {
  let current: Call | null = null;
  let closed = false;
  const assertOpen = () => {
    if (closed) throw new Error("the device was closed");
  };
  return {
    converse: (work) =>
      inTurn(`${host} ${port}`, async () => {
        assertOpen();
        const call = await callPrinter(host, port);
        current = call;
        try {
          // It may have been closed while the connection was made.
          assertOpen();
          return await work(call);
        } finally {
          call.end();
          current = null;
        }
      }),
    isClosed: () => closed,
    close() {
      closed = true;
      current?.end();
    },
  };
}
