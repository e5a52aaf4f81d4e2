import { type OutgoingHttpHeaders, request } from "node:http";

/** An answer as it came over the wire. */
export interface RawAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  setCookies: string[];
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever came back
  body: any;
}

/** Sends one request exactly as given: no cookie, no CSRF header, no content type but those named. */
export function send(url: string, method: string, path: string, headers: OutgoingHttpHeaders = {}, body?: string) {
  return new Promise<RawAnswer>((resolve, reject) => {
    const sent = request(new URL(path, url), { method, headers, agent: false }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("error", reject);
      answer.on("end", () => {
        const text = Buffer.concat(chunks).toString("utf8");
        const setCookies = answer.headers["set-cookie"] ?? [];
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, setCookies, body: parse(text) });
      });
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Sends JSON as anybody, without cookies. */
export function sendJson(url: string, method: string, path: string, body: unknown, headers: OutgoingHttpHeaders = {}) {
  return send(url, method, path, { "content-type": "application/json", ...headers }, JSON.stringify(body));
}

/** A sign-in by hand: its cookies as a browser would hold them, and requests that carry them. */
export interface RawSignIn {
  answer: RawAnswer;
  token: string;
  csrf: string;
  /** The Cookie header. */
  cookie: string;
  get(path: string): Promise<RawAnswer>;
  write(method: string, path: string, body?: unknown, headers?: OutgoingHttpHeaders): Promise<RawAnswer>;
}

/** Signs in with the password `<name>-pass`, or another. */
export async function signInRaw(url: string, username: string, password = `${username}-pass`): Promise<RawSignIn> {
  const answer = await sendJson(url, "POST", "/api/auth/login", { username, password });
  const cookieValue = (name: string) =>
    answer.setCookies
      .find((line) => line.startsWith(`${name}=`))
      ?.slice(name.length + 1)
      .split(";")[0] ?? "";
  const token = cookieValue("parking_token");
  const csrf = cookieValue("parking_csrf");
  const cookie = `parking_token=${token}; parking_csrf=${csrf}`;
  return {
    answer,
    token,
    csrf,
    cookie,
    get: (path) => send(url, "GET", path, { cookie }),
    write: (method, path, body, headers = {}) =>
      body === undefined
        ? send(url, method, path, { cookie, "x-csrf-token": csrf, ...headers })
        : sendJson(url, method, path, body, { cookie, "x-csrf-token": csrf, ...headers }),
  };
}
