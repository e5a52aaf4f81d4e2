import { pino } from "pino";

export type Log = pino.Logger;
export const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;
export const LOG_FORMATS = ["json", "text"] as const;

export interface LogSettings {
  level: (typeof LOG_LEVELS)[number];
  format: (typeof LOG_FORMATS)[number];
}

/** Members that may hold a secret wherever they turn up; they are logged as `[redacted]`. */
const SECRETS = ["password", "current", "next", "token", "secret", "cookie", "authorization", "config", "plate"];
const paths = SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`, `*["${name}"]`]);

/** A log on stderr, one JSON object or one line of text each; stdout is left to what a command answers. */
export function openLog(settings: LogSettings): Log {
  const options = { level: settings.level, base: null, redact: { paths: [...new Set(paths)], censor: "[redacted]" } };
  if (settings.format === "json") return pino(options, pino.destination({ fd: 2, sync: true }));
  return pino({ ...options, timestamp: pino.stdTimeFunctions.isoTime }, textStream());
}

/** A line for people: time, level where it matters, message, and the rest as it is. */
function textStream(): { write(line: string): void } {
  return {
    write(line) {
      const { time, level, msg, ...rest } = JSON.parse(line) as Record<string, unknown>;
      const word = Number(level) >= 50 ? "ERROR " : Number(level) >= 40 ? "warn  " : "";
      const tail = Object.keys(rest).length > 0 ? ` ${JSON.stringify(rest)}` : "";
      process.stderr.write(`${String(time)} ${word}${String(msg ?? "")}${tail}\n`);
    },
  };
}
