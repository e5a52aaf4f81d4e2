import type { Reply } from "./http-device.ts";

export const ONVIF = "http://www.onvif.org";

const NAMES = [
  'xmlns:env="http://www.w3.org/2003/05/soap-envelope"',
  `xmlns:tt="${ONVIF}/ver10/schema"`,
  `xmlns:tds="${ONVIF}/ver10/device/wsdl"`,
  `xmlns:trt="${ONVIF}/ver10/media/wsdl"`,
  `xmlns:tr2="${ONVIF}/ver20/media/wsdl"`,
  `xmlns:ter="${ONVIF}/ver10/error"`,
].join(" ");

/** An element; its name may carry attributes. */
export function el(name: string, ...content: (string | number)[]): string {
  return `<${name}>${content.join("")}</${name.split(" ")[0]}>`;
}

/** A SOAP answer with this body. */
export function reply(body: string, status = 200): Reply {
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n${el(`env:Envelope ${NAMES}`, "\n", el("env:Body", body))}\n`;
  return { status, headers: { "content-type": "application/soap+xml; charset=utf-8" }, body: xml };
}

/** A SOAP fault of the sender's making. */
export function fault(subcode: string, reason: string): Reply {
  const code = el("env:Code", el("env:Value", "env:Sender"), el("env:Subcode", el("env:Value", `ter:${subcode}`)));
  const text = el("env:Reason", el('env:Text xml:lang="en"', reason));
  return reply(el("env:Fault", code, text), 400);
}

const CHARACTERS: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };

/** The text of the first element of this name, whatever its prefix; empty where there is none. */
export function inside(xml: string, name: string): string {
  const text = new RegExp(`<(?:\\w+:)?${name}\\b[^>]*>([^<]*)</`).exec(xml)?.[1]?.trim() ?? "";
  return text
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replace(/&(\w+);/g, (_, character: string) => CHARACTERS[character] ?? "");
}
