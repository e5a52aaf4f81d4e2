import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { ReviewMeta } from "../../common/review.ts";

/** What becomes of one upload; without it the package is kept and answered with 201, or 200 where it is known. */
export interface Reaction {
  status?: number;
  headers?: Record<string, string>;
  /** Cuts the connection: before the package is kept, or after it and before the answer. */
  cut?: "before" | "after";
  /** Answers only once this resolves. */
  after?: Promise<unknown>;
}

/** A collector on a real socket that does what a test tells it to, and keeps what it was sent. */
export interface FakeCollector {
  url: string;
  /** Packages that were kept, by their id: each one once. */
  kept: Map<string, ReviewMeta>;
  /** Every upload that came, also those that were not kept, by the id of their package. */
  uploads: string[];
  /** For the next uploads, one after the other. */
  next: Reaction[];
  /** For all uploads after those. */
  always: Reaction;
  close(): Promise<void>;
}

export async function openFakeCollector(always: Reaction = {}): Promise<FakeCollector> {
  const server: Server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer);
    } catch {
      // The booth broke off or was killed.
      return;
    }
    const text = Buffer.concat(chunks).toString("latin1");
    const meta = JSON.parse(/\{"kind".*\}/.exec(text)?.[0] ?? "null") as ReviewMeta | null;
    const { status = 201, headers, cut, after } = collector.next.shift() ?? collector.always;
    if (meta) collector.uploads.push(meta.itemId);
    await after;
    if (cut === "before") return void request.socket.destroy();
    if (!meta) return void response.writeHead(status < 300 ? 400 : status).end("{}");
    const isKnown = collector.kept.has(meta.itemId);
    if (status < 300) collector.kept.set(meta.itemId, meta);
    if (cut === "after") return void request.socket.destroy();
    response.writeHead(status === 201 && isKnown ? 200 : status, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify({ message: `said ${status}` }));
  });
  const collector: FakeCollector = {
    url: "",
    kept: new Map(),
    uploads: [],
    next: [],
    always,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  collector.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return collector;
}
