import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A link to something on loopback that is slow, and can be cut and mended. */
export interface SlowLink {
  url: string;
  /** Nothing gets through until it is mended; what was under way is lost. */
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

/** Passes bytes on after half the round trip in each direction, in the order in which they came. */
export async function openSlowLink(target: string, roundTripMs: number): Promise<SlowLink> {
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    if (isCut) return void near.destroy();
    const far = connect(Number(new URL(target).port), "127.0.0.1");
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on("error", () => socket.destroy());
      socket.on("close", () => sockets.delete(socket));
    }
    passOn(near, far, roundTripMs / 2);
    passOn(far, near, roundTripMs / 2);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const dropAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut() {
      isCut = true;
      dropAll();
    },
    mend() {
      isCut = false;
    },
    async close() {
      dropAll();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

function passOn(from: Socket, to: Socket, delayMs: number): void {
  from.on("data", (chunk) => void setTimeout(() => to.writable && to.write(chunk), delayMs));
  from.on("end", () => void setTimeout(() => to.end(), delayMs));
  from.on("close", () => void setTimeout(() => to.destroy(), delayMs));
}
