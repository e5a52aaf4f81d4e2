import { execFileSync } from "node:child_process";
import { X509Certificate } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { type AddressInfo, connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer } from "node:tls";

/** A certificate that a device made for itself, with its key, both as PEM. */
export interface OwnCertificate {
  key: string;
  cert: string;
  /** SHA-256, hex digits with colons. */
  fingerprint: string;
}

/** Has openssl make a self-signed certificate. */
export function makeCertificate(altName = "IP:127.0.0.1", days = 30): OwnCertificate {
  const dir = mkdtempSync(join(tmpdir(), "booth-tls-"));
  const [keyFile, certFile] = [join(dir, "key.pem"), join(dir, "cert.pem")];
  try {
    const made = [
      "req",
      "-x509",
      "-newkey",
      "ec",
      "-pkeyopt",
      "ec_paramgen_curve:P-256",
      "-nodes",
      "-days",
      String(days),
    ];
    const named = ["-subj", "/CN=camera", "-addext", `subjectAltName=${altName}`];
    execFileSync("openssl", [...made, ...named, "-keyout", keyFile, "-out", certFile], { stdio: "ignore" });
    const [key, cert] = [readFileSync(keyFile, "utf8"), readFileSync(certFile, "utf8")];
    return { key, cert, fingerprint: new X509Certificate(cert).fingerprint256 };
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

export interface TlsFront {
  port: number;
  /** What was sent to it inside of TLS, in bytes. */
  received(): number;
  /** Shows another certificate from now on. */
  show(certificate: OwnCertificate): void;
  close(): Promise<void>;
}

/** TLS before a device that speaks plain HTTP on a port of loopback. */
export async function startTlsFront(behind: number, certificate: OwnCertificate): Promise<TlsFront> {
  const open = new Set<Socket>();
  let received = 0;
  const server = createServer(certificate, (socket) => {
    const inner = connect(behind, "127.0.0.1");
    for (const each of [socket, inner]) {
      open.add(each);
      each.on("error", () => each.destroy()).on("close", () => open.delete(each));
    }
    socket.on("data", (chunk) => {
      received += chunk.length;
    });
    socket.pipe(inner).pipe(socket);
  });
  server.on("tlsClientError", () => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    received: () => received,
    show: (other) => server.setSecureContext(other),
    close() {
      for (const socket of open) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
