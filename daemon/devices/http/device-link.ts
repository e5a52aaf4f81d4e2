import { Agent } from "undici";
import { openConnector } from "./certificate.ts";
import { ExchangeFailure, failureOf, quoteDevice, SignInRefused } from "./failure.ts";
import { openSignIn, type SignInSettings } from "./sign-in.ts";

export interface DeviceRequest {
  method: "GET" | "POST";
  /** At the link's host; another host is refused. */
  url: URL;
  headers?: Readonly<Record<string, string>>;
  body?: string;
  /** What it asks for, in a transcript, where the address does not say. */
  what?: string;
  /** An answer with more bytes than this is a fault. */
  mostBytes: number;
}

export interface DeviceAnswer {
  status: number;
  contentType: string;
  body: Buffer;
}

/** HTTP to one device. */
export interface DeviceLink {
  /**
   * One exchange, signed in where the device asks for it. Resolves with any answer but a redirect or a 401. Rejects
   * with a `ExchangeFailure`, at the latest when `signal` is aborted; the whole exchange counts, not each packet.
   */
  request(request: DeviceRequest, signal: AbortSignal): Promise<DeviceAnswer>;
  /** Ends what is under way. */
  close(): Promise<void>;
}

/** Who the booth is to a device, and by which certificate it knows the device. */
export interface LinkSettings extends SignInSettings {
  /** SHA-256 of the only certificate that is accepted; without one, the usual roots tell. */
  fingerprint: string | undefined;
}

type Answer = Awaited<ReturnType<Agent["request"]>>;

const MOST_OF_A_REFUSAL = 64 * 1024;

/**
 * A link to the device at `host`. Each exchange has a connection of its own: small devices drop idle ones unasked.
 * `onTranscript` gets a line an exchange, without query and without what was signed in with.
 */
export function openDeviceLink(
  host: string,
  settings: LinkSettings,
  onTranscript: (line: string) => void = () => {},
): DeviceLink {
  const agent = new Agent({ pipelining: 0, connect: openConnector(settings.fingerprint) });
  const signIn = openSignIn(settings);

  const send = ({ method, url, headers, body }: DeviceRequest, signal: AbortSignal): Promise<Answer> => {
    const path = url.pathname + url.search;
    const authorization = signIn.header(method, path);
    return agent.request({
      origin: url.origin,
      path,
      method,
      headers: { ...headers, ...(authorization === null ? {} : { authorization }) },
      body: body ?? null,
      signal,
    });
  };
  const exchange = async (request: DeviceRequest, signal: AbortSignal): Promise<DeviceAnswer> => {
    let answer = await send(request, signal);
    if (answer.statusCode === 401 && signIn.learn(challengesOf(answer))) {
      await answer.body.dump({ limit: MOST_OF_A_REFUSAL, signal });
      answer = await send(request, signal);
    }
    await refuseUnfit(answer, signIn.giveUp, signal);
    return {
      status: answer.statusCode,
      contentType: String(answer.headers["content-type"] ?? ""),
      body: await readAtMost(answer.body, request.mostBytes),
    };
  };
  return {
    async request(request, signal) {
      const { url } = request;
      const where = url.origin + url.pathname;
      const what = request.what === undefined ? "" : ` ${request.what}`;
      const tell = (outcome: string) => onTranscript(`${request.method} ${where}${what}: ${outcome}`);
      try {
        if (url.hostname !== new URL(`http://${host}`).hostname)
          throw new ExchangeFailure("fault", `the device points to another host, ${quoteDevice(url.host)}`);
        const answer = await exchange(request, signal);
        const kind = quoteDevice(answer.contentType, 40);
        tell(`${answer.status}${kind && ` ${kind}`}, ${answer.body.length} bytes`);
        return answer;
      } catch (error) {
        const failure = failureOf(error, where);
        tell(failure.message.replace(`${where}: `, ""));
        throw failure;
      }
    },
    close: () => agent.destroy(new Error("the device was closed")),
  };
}

function challengesOf({ headers }: Answer): string[] {
  return [headers["www-authenticate"] ?? []].flat();
}

async function refuseUnfit(answer: Answer, giveUp: (challenges: string[]) => string, signal: AbortSignal) {
  const { statusCode, headers, body } = answer;
  const isRedirect = statusCode >= 300 && statusCode < 400;
  if (!isRedirect && statusCode !== 401) return;
  await body.dump({ limit: MOST_OF_A_REFUSAL, signal });
  if (!isRedirect) throw new SignInRefused(giveUp(challengesOf(answer)));
  const target = String(headers.location ?? "").replace(/[?#].*$/s, "");
  throw new ExchangeFailure(
    "fault",
    `the device sends us on to ${quoteDevice(target)}; enter the address that it uses`,
  );
}

async function readAtMost(body: AsyncIterable<Uint8Array>, most: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > most) throw new ExchangeFailure("fault", `the answer is larger than ${Math.round(most / 1024)} KiB`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
