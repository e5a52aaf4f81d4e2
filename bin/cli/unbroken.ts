import type { Cli } from "./cli.ts";

/**
 * Runs work that must not end half-way: a connection that drops does not stop it, and Ctrl-C and SIGTERM ask it, by the
 * signal it is given, to put everything back.
 */
export async function unbroken<T>(cli: Cli, work: (asked: AbortSignal) => Promise<T>): Promise<T> {
  const asked = new AbortController();
  const stop = () => {
    if (!asked.signal.aborted) cli.say("Interrupted: everything is put back as it was. Please wait.");
    asked.abort();
  };
  const handlers = { SIGHUP: () => {}, SIGINT: stop, SIGTERM: stop } as const;
  const names = Object.keys(handlers) as (keyof typeof handlers)[];
  for (const name of names) process.on(name, handlers[name]);
  try {
    return await work(asked.signal);
  } finally {
    for (const name of names) process.off(name, handlers[name]);
  }
}
