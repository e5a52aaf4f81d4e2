import { createHash, randomBytes } from "node:crypto";
import { instant } from "../../../common/node/clock.ts";
import type { DeviceLink } from "../http/device-link.ts";
import { ExchangeFailure, quoteDevice, SignInRefused } from "../http/failure.ts";
import { escapeXml, findXml, parseXml, textAt, type XmlElement } from "./xml.ts";

const SOAP = "http://www.w3.org/2003/05/soap-envelope";
const WSS = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss";
const MOST_BYTES = 128 * 1024;

/** Who asks, as a WS-Security UsernameToken says it; `createdAt` is in the time of the device's own clock. */
export interface UsernameToken {
  user: string;
  password: string;
  nonce: Buffer;
  createdAt: string;
}

/** Base64 of SHA-1 over nonce, time and password (OASIS Web Services Security UsernameToken Profile 1.0 §3.1). */
export function passwordDigest({ nonce, createdAt, password }: Omit<UsernameToken, "user">): string {
  return createHash("sha1").update(nonce).update(createdAt).update(password, "utf8").digest("base64");
}

/** A token for now; `deviceNow` is the device's clock in milliseconds since 1970. */
export function makeToken(user: string, password: string, deviceNow: number): UsernameToken {
  return { user, password, nonce: randomBytes(16), createdAt: instant(deviceNow) };
}

function headerOf(token: UsernameToken): string {
  const { user, nonce, createdAt } = token;
  const parts = [
    `<wsse:Username>${escapeXml(user)}</wsse:Username>`,
    `<wsse:Password Type="${WSS}-username-token-profile-1.0#PasswordDigest">${passwordDigest(token)}</wsse:Password>`,
    `<wsse:Nonce EncodingType="${WSS}-soap-message-security-1.0#Base64Binary">${nonce.toString("base64")}</wsse:Nonce>`,
    `<wsu:Created>${createdAt}</wsu:Created>`,
  ];
  const names = `xmlns:wsse="${WSS}-wssecurity-secext-1.0.xsd" xmlns:wsu="${WSS}-wssecurity-utility-1.0.xsd"`;
  const security = `<wsse:UsernameToken>${parts.join("")}</wsse:UsernameToken>`;
  return `<s:Header><wsse:Security s:mustUnderstand="1" ${names}>${security}</wsse:Security></s:Header>`;
}

/** What is asked of a service of the device. */
export interface SoapCall {
  url: URL;
  /** Namespace and name of the operation. */
  namespace: string;
  operation: string;
  /** The operation's content, as XML. */
  content?: string;
  token: UsernameToken | null;
}

/** Calls an operation (SOAP 1.2 over HTTP) and resolves with its response element; a SOAP fault rejects in words. */
export async function callSoap(link: DeviceLink, call: SoapCall, signal: AbortSignal): Promise<XmlElement> {
  const { url, namespace, operation, content = "", token } = call;
  const body =
    `<?xml version="1.0" encoding="utf-8"?><s:Envelope xmlns:s="${SOAP}">${token ? headerOf(token) : ""}` +
    `<s:Body><${operation} xmlns="${namespace}">${content}</${operation}></s:Body></s:Envelope>`;
  const headers = { "content-type": `application/soap+xml; charset=utf-8; action="${namespace}/${operation}"` };
  const request = { method: "POST", url, headers, body, what: operation, mostBytes: MOST_BYTES } as const;
  const answer = await link.request(request, signal);
  if (answer.status === 404)
    throw new ExchangeFailure("fault", `nothing is at ${url.pathname}; check the path of ONVIF`);
  const answered = findXml(parseXml(answer.body.toString("utf8")), "Body");
  const fault = findXml(answered, "Fault");
  if (fault) throw faultOf(operation, fault);
  const response = findXml(answered, `${operation}Response`);
  if (!response) throw new ExchangeFailure("fault", `the device does not answer ${operation}`);
  return response;
}

function faultOf(operation: string, fault: XmlElement): ExchangeFailure {
  const code = [textAt(fault, "Code", "Subcode", "Value"), textAt(fault, "Code", "Subcode", "Subcode", "Value")].join(
    " ",
  );
  if (/\b(NotAuthorized|FailedAuthentication)\b/.test(code))
    return new SignInRefused(`the device refuses the user name or the password for ${operation}`);
  const reason = quoteDevice(textAt(fault, "Reason", "Text")) || quoteDevice(code) || "no reason given";
  return new ExchangeFailure("fault", `the device refuses ${operation}: ${reason}`);
}
