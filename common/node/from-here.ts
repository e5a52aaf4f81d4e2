import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { refuse } from "../errors.ts";

const LOOPBACK = /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/;
const FORWARDED = ["forwarded", "x-forwarded-for", "x-real-ip"];

/** Whether a page in a browser made a request, whichever page it was. */
export function comesFromBrowser(headers: IncomingHttpHeaders): boolean {
  return headers.origin !== undefined || headers["sec-fetch-site"] !== undefined;
}

/**
 * Whether a program on this host made a request: over loopback or from the very address it came to. What a proxy forwards
 * was made elsewhere, whoever it says it is, and a page may be anybody's.
 */
export function comesFromHere({ headers, socket }: Pick<IncomingMessage, "headers"> & { socket: Ends }): boolean {
  const { remoteAddress = "", localAddress } = socket;
  const isHere = LOOPBACK.test(remoteAddress) || (remoteAddress !== "" && remoteAddress === localAddress);
  return isHere && FORWARDED.every((name) => headers[name] === undefined) && !comesFromBrowser(headers);
}

/** The addresses at both ends of a connection. */
interface Ends {
  remoteAddress?: string | undefined;
  localAddress?: string | undefined;
}

/** Refuses to tell metrics to anybody but a program on this host. */
export function assertFromHere(request: IncomingMessage): void {
  if (!comesFromHere(request))
    refuse("forbidden", "the metrics are for programs on this host only, asked directly and by no browser");
}
