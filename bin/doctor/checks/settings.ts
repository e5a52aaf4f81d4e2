import { connect } from "node:tls";
import { agoText } from "../../cli/text.ts";
import type { DoctorCheck, Outcome } from "../finding.ts";
import { failed, passed, skipped, warning } from "../finding.ts";
import type { Patient } from "../patient.ts";

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;
const ANSWER_MS = 3000;
const DAY_MS = 86_400_000;
/** A certificate that ends sooner was not renewed by itself. */
const SOON_DAYS = 14;

const isLoopback = (url: URL) => LOOPBACK.test(url.hostname);

/** Origins that are addresses of a page; a desktop shell's own scheme is none. */
function originsOf({ config }: Patient): URL[] {
  return config.wsAllowedOrigins.filter((origin) => /^https?:/i.test(origin)).map((each) => new URL(each));
}

const envValid: DoctorCheck = {
  id: "env.valid",
  subject: "Settings",
  look({ problems, settingsRemedy }) {
    if (problems.length === 0) return passed("complete and valid");
    return { state: "failed", message: problems.join("; ").replace(/\s*\n\s*/g, " "), ...settingsRemedy };
  },
};

const cookieSecure: DoctorCheck = {
  id: "cookie.secure",
  subject: "Cookies",
  needs: ["WS_ALLOWED_ORIGINS"],
  look(patient) {
    const { cookieSecure: isSecure } = patient.config;
    const plain = originsOf(patient).find((url) => url.protocol === "http:" && !isLoopback(url));
    const safe = originsOf(patient).find((url) => url.protocol === "https:");
    if (isSecure && plain)
      return failed(
        `browsers keep no sign-in from ${plain.origin} while COOKIE_SECURE is on`,
        null,
        "Serve it over https, or set COOKIE_SECURE=0 and restart the booth.",
      );
    if (!isSecure && safe)
      return warning(
        `COOKIE_SECURE is off, though ${safe.origin} is https`,
        null,
        "Remove COOKIE_SECURE from the settings, and restart the booth.",
      );
    return passed(isSecure ? "sign-ins are kept to https" : "plain http, as COOKIE_SECURE says");
  },
};

const wsOrigin: DoctorCheck = {
  id: "ws.origin",
  subject: "Live feed",
  needs: ["WS_ALLOWED_ORIGINS", "TRUST_PROXY", "PORT"],
  look(patient) {
    const { wsAllowedOrigins, trustProxy } = patient.config;
    const lacking = kioskOrigin(patient);
    if (lacking !== null && !wsAllowedOrigins.includes(lacking))
      return failed(
        `WS_ALLOWED_ORIGINS lacks ${lacking}, the page of this screen`,
        null,
        `Add ${lacking} to it, and restart the booth.`,
      );
    if (trustProxy && originsOf(patient).every(isLoopback))
      return warning(
        "WS_ALLOWED_ORIGINS lacks the address behind the proxy",
        null,
        "Set WS_ALLOWED_ORIGINS=https://YOUR.NAME, and restart the booth.",
      );
    const refused = lastRefused(patient);
    if (refused !== null)
      return warning(
        refused,
        null,
        "If the page is yours, add that address to WS_ALLOWED_ORIGINS, and restart the booth.",
      );
    return passed(`open to ${wsAllowedOrigins.join(", ")}`);
  },
};

function kioskOrigin({ kioskUrl }: Patient): string | null {
  return kioskUrl !== null && URL.canParse(kioskUrl) ? new URL(kioskUrl).origin : null;
}

/** The page that was turned away last, where that was within a day: a stranger's one try is not told for ever. */
function lastRefused({ daemon, clock }: Patient): string | null {
  const [last] = daemon?.samples?.get("booth_ws_origin_refused_timestamp_seconds") ?? [];
  if (!last) return null;
  const agoMs = clock.now() - last.value * 1000;
  return agoMs < DAY_MS ? `a page of ${last.labels.origin} was refused ${agoText(agoMs)}` : null;
}

const tlsCert: DoctorCheck = {
  id: "tls.cert",
  subject: "TLS",
  async look(patient) {
    const collector = patient.config.collectorUrl;
    const urls = [...originsOf(patient), ...(collector === null ? [] : [new URL(collector)])];
    const hosts = [...new Set(urls.filter(({ protocol }) => protocol === "https:").map(({ host }) => host))];
    if (hosts.length === 0) return skipped("no address of this booth is https");
    return Promise.all(hosts.map((host) => lookAtCertificate(host, patient.clock.now())));
  },
};

async function lookAtCertificate(host: string, now: number): Promise<Outcome> {
  const found = await certificateOf(host);
  const inspect = `openssl s_client -connect ${host.includes(":") ? host : `${host}:443`} </dev/null`;
  const renew = "Renew it, and restart the proxy.";
  if (found === null) return warning(`${host} does not answer with a certificate`, inspect);
  const days = Math.floor((Date.parse(found.validTo) - now) / DAY_MS);
  if (days < 0) return failed(`${host}: ended on ${found.validTo}`, null, renew);
  if (days < SOON_DAYS) return warning(`${host}: ends in ${days} days`, null, renew);
  if (found.problem !== null) return warning(`${host}: not trusted by this host (${found.problem})`, inspect);
  return passed(`${host}: good for ${days} days`);
}

/** The certificate that a host shows, trusted or not. */
function certificateOf(host: string): Promise<{ validTo: string; problem: string | null } | null> {
  const { hostname, port } = new URL(`https://${host}`);
  const bare = hostname.replace(/^\[|\]$/g, "");
  const name = /^[\d.:]+$/.test(bare) ? {} : { servername: bare };
  return new Promise((resolve) => {
    const socket = connect({ host: bare, port: Number(port || 443), ...name, rejectUnauthorized: false });
    const end = (found: { validTo: string; problem: string | null } | null) => {
      socket.destroy();
      resolve(found);
    };
    socket.setTimeout(ANSWER_MS, () => end(null));
    socket.once("error", () => end(null));
    socket.once("secureConnect", () => {
      const { valid_to: validTo } = socket.getPeerCertificate();
      end({ validTo, problem: socket.authorized ? null : String(socket.authorizationError) });
    });
  });
}

/** What the settings say, and what the outside makes of them. */
export const SETTINGS_CHECKS: readonly DoctorCheck[] = [envValid, cookieSecure, wsOrigin, tlsCert];
