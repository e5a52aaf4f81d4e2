import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** How long requests that are under way may take when the program stops. */
const FINISH_MS = 1500;
/** How long a client may take to send its headers, and its whole request: one that trickles holds no place for long. */
const HEADERS_MS = 10_000;
const REQUEST_MS = 30_000;

/** A server that slow clients cannot fill up. */
export function openServer(handle: RequestListener): Server {
  return createServer({ headersTimeout: HEADERS_MS, requestTimeout: REQUEST_MS }, handle);
}

/** Listens, and answers the address. Rejects with the system's error where the port is taken. */
export function listen(server: Server, host: string, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      const address = server.address() as AddressInfo;
      const shown = address.family === "IPv6" ? `[${address.address}]` : address.address;
      resolve(`http://${shown}:${address.port}`);
    });
  });
}

/** Lets requests that are under way finish, for a moment, and closes. */
export async function closeServer(server: Server): Promise<void> {
  await new Promise<void>((resolve) => {
    const giveUp = setTimeout(() => server.closeAllConnections(), FINISH_MS);
    // A connection becomes idle when its last request is answered, and would then be kept for another.
    const release = setInterval(() => server.closeIdleConnections(), 20);
    server.close(() => {
      clearTimeout(giveUp);
      clearInterval(release);
      resolve();
    });
  });
}
