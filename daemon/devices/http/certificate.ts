import { TLSSocket } from "node:tls";
import { buildConnector } from "undici";
import type { ErrorDetail } from "../../../common/errors.ts";
import { text } from "../fields.ts";
import { ExchangeFailure } from "./failure.ts";

const CONNECT_MS = 5000;

/** How a device on https is known by a certificate of its own; a setting of every driver that speaks HTTP. */
export const certificateField = text("fingerprint", {
  label: "Certificate",
  help: "For https: the SHA-256 fingerprint of the device's own certificate, which is then the only one accepted. Left out, it must be one that browsers trust; a test tells the fingerprint that was seen.",
  required: false,
  pattern: "^([0-9A-Fa-f]{2}:?){31}[0-9A-Fa-f]{2}$",
  expects: "expected a SHA-256 fingerprint: 64 hex digits, with or without colons",
  advanced: true,
});

/** A fingerprint without https would be a lock on a door that stands open. */
export function fingerprintMisfit(fingerprint: string | undefined, protocol: string): ErrorDetail[] {
  if (fingerprint === undefined || protocol === "https:") return [];
  return [{ path: certificateField.name, message: "needs an https address" }];
}

const plain = (fingerprint: string) => fingerprint.replaceAll(":", "").toUpperCase();

/** Why Node's own check of chain, dates and name turned a certificate down, by its code. */
const REASONS: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: "has run out",
  CERT_NOT_YET_VALID: "is not valid yet",
  ERR_TLS_CERT_ALTNAME_INVALID: "is made out to another name",
};

/** What speaks against the certificate a device showed, or null. */
function problemOf(socket: TLSSocket, fingerprint: string | undefined): ExchangeFailure | null {
  const seen = socket.getPeerX509Certificate()?.fingerprint256;
  if (fingerprint !== undefined) {
    if (seen !== undefined && plain(seen) === plain(fingerprint)) return null;
    return new ExchangeFailure("fault", `its certificate is not the one in the settings: it shows SHA-256 ${seen}`);
  }
  if (socket.authorized) return null;
  const reason = REASONS[String(socket.authorizationError)] ?? "is vouched for by nobody";
  return new ExchangeFailure("fault", `its certificate ${reason}: SHA-256 ${seen}; if it is the device's, enter this`);
}

/**
 * Makes connections to a device. Over TLS its certificate is checked here, before a byte is sent: Node is told to go on
 * without, for only then the certificate that it would refuse can be named. Sessions are not resumed, as those show none.
 */
export function openConnector(fingerprint: string | undefined): buildConnector.connector {
  const connect = buildConnector({ timeout: CONNECT_MS, rejectUnauthorized: false, maxCachedSessions: 0 });
  return (options, done) =>
    connect(options, (error, socket) => {
      if (error) return done(error, null);
      const problem = socket instanceof TLSSocket ? problemOf(socket, fingerprint) : null;
      if (!problem) return done(null, socket);
      socket.destroy();
      done(problem, null);
    });
}
