import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/**
 * What goes wrong on the way: `refuse` takes no connection, `delay` keeps everything back for a while, `silence` swallows
 * what comes and then ends, `cut` breaks off in the middle of a body, `lost-answer` breaks off once the collector has
 * answered, `500` and `503` are what a proxy says of its own, the second with Retry-After.
 */
const FAULTS = ["refuse", "delay", "silence", "cut", "lost-answer", "500", "503"] as const;
export type LinkFault = (typeof FAULTS)[number];

export interface BadLink {
  url: string;
  /** How often each thing went wrong. */
  counts: Readonly<Record<LinkFault, number>>;
  close(): Promise<void>;
}

const LONGEST_DELAY_MS = 1500;
const LONGEST_SILENCE_MS = 4000;
/** For the proxy's answer to arrive before its connection ends. */
const LAST_WORD_MS = 200;

const ANSWERS = {
  "500": "HTTP/1.1 500 Internal Server Error\r\nConnection: close\r\nContent-Length: 0\r\n\r\n",
  "503": "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 2\r\nConnection: close\r\nContent-Length: 0\r\n\r\n",
} as const;

const upTo = (most: number) => Math.random() * most;

/** Opens a link to something on loopback on which, about once in so many bytes, something goes wrong. */
export async function openBadLink(target: string, bytesBetween: number): Promise<BadLink> {
  const counts: Record<LinkFault, number> = {
    refuse: 0,
    delay: 0,
    silence: 0,
    cut: 0,
    "lost-answer": 0,
    "500": 0,
    "503": 0,
  };
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket.on("error", () => socket.destroy()).on("close", () => sockets.delete(socket)));
  };
  const server = createServer((near) => {
    keep(near);
    const fault = FAULTS[Math.floor(upTo(FAULTS.length))] ?? "cut";
    if (fault === "refuse") {
      counts.refuse += 1;
      near.destroy();
      return;
    }
    const far = connect(Number(new URL(target).port), "127.0.0.1");
    keep(far);
    // What is under way when the collector dies is lost on either side.
    near.on("close", () => far.destroy());
    far.on("close", () => near.destroySoon());
    passOn({ near, far }, fault, upTo(2 * bytesBetween), () => {
      counts[fault] += 1;
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

interface Ends {
  near: Socket;
  far: Socket;
}

/** Passes bytes on until so many have gone to the far end; then the fault happens, once on each connection. */
function passOn({ near, far }: Ends, fault: Exclude<LinkFault, "refuse">, after: number, happened: () => void): void {
  let passed = 0;
  const answer = (chunk: Buffer) => void near.write(chunk);
  const pass = (chunk: Buffer) => {
    passed += chunk.length;
    if (passed < after) {
      far.write(chunk);
      return;
    }
    near.off("data", pass).on("data", (more: Buffer) => void far.write(more));
    strike(chunk);
  };
  const strike = (chunk: Buffer) => {
    if (fault === "lost-answer") {
      far.write(chunk);
      far.off("data", answer).once("data", () => {
        happened();
        near.destroy();
      });
      return;
    }
    happened();
    if (fault === "delay") {
      near.pause();
      setTimeout(() => {
        far.write(chunk);
        near.resume();
      }, upTo(LONGEST_DELAY_MS));
    } else if (fault === "cut") near.destroy();
    else stopPassing({ near, far }, fault);
  };
  near.on("data", pass);
  far.on("data", answer);
}

/** The far end hears no more of it; the near end is told by the proxy, or not at all. */
function stopPassing({ near, far }: Ends, fault: "silence" | "500" | "503"): void {
  near.removeAllListeners("data").resume();
  far.removeAllListeners("close").destroy();
  if (fault !== "silence") near.end(ANSWERS[fault]);
  setTimeout(() => near.destroy(), fault === "silence" ? upTo(LONGEST_SILENCE_MS) : LAST_WORD_MS);
}
