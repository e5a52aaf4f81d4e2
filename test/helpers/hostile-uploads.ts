import { request } from "node:http";
import { entryMeta, washMeta } from "./collector.ts";
import { exampleJpeg } from "./open-driver.ts";
import { PNG } from "./pictures.ts";

/** One part of a multipart body, as it goes over the wire. */
export interface Part {
  name: string;
  /** With it the part is a file. */
  filename?: string;
  body: string | Uint8Array;
}

const BOUNDARY = "----a-boundary";

/** A multipart body (RFC 7578). */
export function multipart(parts: readonly Part[]): Buffer {
  const chunks = parts.flatMap(({ name, filename, body }) => {
    const file = filename === undefined ? "" : `; filename="${filename}"\r\nContent-Type: image/jpeg`;
    return [
      Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`),
      Buffer.from(body),
      Buffer.from("\r\n"),
    ];
  });
  return Buffer.concat([...chunks, Buffer.from(`--${BOUNDARY}--\r\n`)]);
}

export const MULTIPART_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

const crop = (body: Uint8Array = exampleJpeg()): Part => ({ name: "crop", filename: "crop.jpg", body });
const meta = (value: unknown = entryMeta()): Part => ({
  name: "meta",
  body: typeof value === "string" ? value : JSON.stringify(value),
});

/** What comes instead of what a booth sends; whatever is not named is as it should be. */
export interface HostileUpload {
  what: string;
  status: number;
  token?: "own" | "other" | "none" | "unknown" | "basic";
  booth?: string | null;
  type?: string;
  body?: () => Buffer;
}

const entry = entryMeta();
const withId = (itemId: string) => ({ ...entryMeta(), itemId });
const jpegOf = (length: number) => {
  const whole = exampleJpeg();
  return Buffer.concat([whole.subarray(0, -2), Buffer.alloc(length - whole.length), whole.subarray(-2)]);
};

/** A JPEG of so many bytes. */
export { jpegOf };

/** What must never be stored, and how it is refused. */
export const HOSTILE: readonly HostileUpload[] = [
  { what: "no token", status: 401, token: "none" },
  { what: "a token nobody gave out", status: 401, token: "unknown" },
  { what: "the reviewer's password", status: 401, token: "basic" },
  { what: "another booth's token", status: 403, token: "other" },
  { what: "no X-Booth-Id", status: 403, booth: null },
  { what: "another X-Booth-Id", status: 403, booth: "booth-2" },
  { what: "an X-Booth-Id with a path", status: 403, booth: "../booth-1" },
  { what: "a formula as X-Booth-Id", status: 403, booth: "=cmd" },
  { what: "JSON", status: 415, type: "application/json", body: () => Buffer.from(JSON.stringify(entry)) },
  { what: "a form without boundary", status: 400, type: "multipart/form-data" },
  { what: "a form that breaks off", status: 400, body: () => multipart([meta(), crop()]).subarray(0, -30) },
  { what: "nothing at all", status: 400, body: () => Buffer.alloc(0) },
  { what: "a PNG", status: 415, body: () => multipart([meta(), crop(PNG)]) },
  {
    what: "the beginning of a JPEG alone",
    status: 415,
    body: () => multipart([meta(), crop(exampleJpeg().subarray(0, 3))]),
  },
  { what: "a truncated JPEG", status: 415, body: () => multipart([meta(), crop(exampleJpeg().subarray(0, -400))]) },
  { what: "an empty crop", status: 415, body: () => multipart([meta(), crop(Buffer.alloc(0))]) },
  { what: "a crop of 2 MB and a byte", status: 413, body: () => multipart([meta(), crop(jpegOf(2_097_153))]) },
  { what: "a crop of 8 MB", status: 413, body: () => multipart([meta(), crop(jpegOf(8_000_000))]) },
  { what: "a meta of 20 kB", status: 413, body: () => multipart([meta(`{"a":"${"a".repeat(20_000)}"}`), crop()]) },
  { what: "no crop", status: 400, body: () => multipart([meta()]) },
  { what: "no meta", status: 400, body: () => multipart([crop()]) },
  {
    what: "a crop that is a field of text",
    status: 415,
    body: () => multipart([meta(), { name: "crop", body: "text" }]),
  },
  { what: "two crops", status: 400, body: () => multipart([meta(), crop(), crop()]) },
  { what: "two metas", status: 400, body: () => multipart([meta(), meta(), crop()]) },
  {
    what: "ten parts",
    status: 400,
    body: () => multipart([meta(), crop(), ...Array.from({ length: 8 }, (_, n) => ({ name: `p${n}`, body: "x" }))]),
  },
  { what: "a part named __proto__", status: 400, body: () => multipart([meta(), { ...crop(), name: "__proto__" }]) },
  { what: "a meta that is no JSON", status: 400, body: () => multipart([meta("{"), crop()]) },
  { what: "a meta of null", status: 400, body: () => multipart([meta("null"), crop()]) },
  {
    what: "a meta nested 40 levels deep",
    status: 400,
    body: () => multipart([meta("[".repeat(40) + "]".repeat(40)), crop()]),
  },
  { what: "a path in the id", status: 400, body: () => multipart([meta(withId("../../evil")), crop()]) },
  { what: "a path behind an id", status: 400, body: () => multipart([meta(withId(`${entry.itemId}/../x`)), crop()]) },
  { what: "an id with a line break", status: 400, body: () => multipart([meta(withId(`${entry.itemId}\n`)), crop()]) },
  { what: "a formula as booth", status: 400, body: () => multipart([meta({ ...entry, boothId: "=cmd" }), crop()]) },
  {
    what: "another booth's item",
    status: 403,
    body: () => multipart([meta({ ...entry, boothId: "booth-2" }), crop()]),
  },
  { what: "an unknown kind", status: 400, body: () => multipart([meta({ ...entry, kind: "exit" }), crop()]) },
  {
    what: "an entry with an operator",
    status: 400,
    body: () => multipart([meta({ ...entry, operator: { hash: "operator-a" } }), crop()]),
  },
  {
    what: "an entry with an order and a category",
    status: 400,
    body: () => multipart([meta({ ...washMeta(), kind: "entry" }), crop()]),
  },
  {
    what: "a wash without its operator",
    status: 400,
    body: () => multipart([meta({ ...washMeta(), operator: undefined }), crop()]),
  },
  {
    what: "a class nobody knows",
    status: 400,
    body: () => multipart([meta({ ...entry, cameraClass: "constructor" }), crop()]),
  },
  {
    what: "a prototype in the meta",
    status: 400,
    body: () => multipart([meta(`${JSON.stringify(entry).slice(0, -1)},"__proto__":{"state":"reviewed"}}`), crop()]),
  },
  {
    what: "a constructor in the meta",
    status: 400,
    body: () => multipart([meta(`${JSON.stringify(entry).slice(0, -1)},"constructor":{"prototype":{}}}`), crop()]),
  },
];

/** The body of an upload: as given, or a sound one. */
export const bodyOf = ({ body }: HostileUpload): Buffer => body?.() ?? multipart([meta(), crop()]);

/** Streams a body without end in chunks; answers what came back and how much was taken before the connection ended. */
export function streamForever(
  url: string,
  headers: Record<string, string>,
  most: number,
): Promise<{ status: number | null; sent: number }> {
  return new Promise((resolve) => {
    let status: number | null = null;
    let queued = 0;
    const chunk = Buffer.alloc(64 * 1024, 0xff);
    const sending = request(`${url}/ingest`, { method: "POST", agent: false, headers });
    const sent = () => (sending.socket?.bytesWritten ?? 0) - sending.writableLength;
    const push = () => {
      while (queued < most && !sending.destroyed) {
        queued += chunk.length;
        if (!sending.write(chunk)) return;
      }
      if (queued >= most) sending.end();
    };
    sending.on("drain", push);
    sending.on("response", (response) => {
      status = response.statusCode ?? null;
      response.resume();
    });
    sending.on("error", () => {});
    sending.on("close", () => resolve({ status, sent: sent() }));
    push();
  });
}
