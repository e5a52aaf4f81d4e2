import type { Cli } from "./cli.ts";

const WIDTH = 24;

/** A bar on a terminal, nothing elsewhere. */
export interface Progress {
  show(done: number, total: number): void;
  /** Takes the bar off the screen. */
  end(): void;
}

/** Opens a progress bar on stderr for a task of a few words. */
export function openProgress(cli: Cli, task: string): Progress {
  const visible = process.stderr.isTTY === true && !cli.json && process.env.TERM !== "dumb";
  let shown = -1;
  return {
    show(done, total) {
      const percent = total > 0 ? Math.floor((done / total) * 100) : 100;
      if (!visible || percent === shown) return;
      shown = percent;
      const filled = Math.round((percent / 100) * WIDTH);
      const bar = "█".repeat(filled) + "░".repeat(WIDTH - filled);
      process.stderr.write(`\r${task}  ${bar} ${String(percent).padStart(3)} %`);
    },
    end() {
      if (shown >= 0) process.stderr.write("\r\u001b[K");
    },
  };
}
