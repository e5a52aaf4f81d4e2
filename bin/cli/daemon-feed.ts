import { WebSocket } from "ws";
import type { Lane } from "../../common/api/lanes.ts";
import type { LiveMessage } from "../../common/api/live.ts";
import { type DaemonClient, headersOf, parseBody, refusalOf, unreachable } from "./daemon-client.ts";
import { CliError } from "./errors.ts";

/** The booth gives a sign of life every 5 s; without one for so long, it is gone. */
const SILENCE_MS = 20_000;

interface Handlers {
  /** All lanes, first of all; may throw to end it. */
  onLanes(lanes: readonly Lane[]): void;
  onLane(lane: Lane): void;
}

/** Follows the lanes on the live feed. Never resolves: it ends by rejecting, exit 9 where the booth ended it. */
export function followLanes(client: DaemonClient, origin: string, handlers: Handlers): Promise<never> {
  const socket = new WebSocket(`${client.url.replace(/^http/, "ws")}/api/live`, {
    headers: { ...headersOf(client.signIn), origin },
    handshakeTimeout: SILENCE_MS,
  });
  let silence: NodeJS.Timeout | undefined;
  const stillThere = () => {
    clearTimeout(silence);
    silence = setTimeout(() => socket.terminate(), SILENCE_MS);
  };
  const ended = new Promise<never>((_, reject) => {
    socket.on("open", stillThere);
    socket.on("ping", stillThere);
    socket.on("message", (data) => {
      try {
        receive(JSON.parse(String(data)) as LiveMessage, handlers);
      } catch (error) {
        reject(error);
      }
    });
    socket.on("unexpected-response", async (_request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk as Buffer);
      reject(refusalOf(client.url, parseBody(Buffer.concat(chunks).toString("utf8"))));
    });
    socket.on("error", () => reject(unreachable(client.url)));
    socket.on("close", () => reject(lost(client.url)));
  });
  return ended.finally(() => {
    clearTimeout(silence);
    socket.terminate();
  });
}

function receive(message: LiveMessage, { onLanes, onLane }: Handlers): void {
  if (message.type === "hello") onLanes(message.lanes);
  else if (message.type === "lane") onLane(message.lane);
}

function lost(url: string): CliError {
  return new CliError(9, "unreachable", `The booth at ${url} ended the live feed.`, { hint: "boothctl auth status" });
}
