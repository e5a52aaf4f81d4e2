import { setTimeout as pause } from "node:timers/promises";

/** Polls until a condition holds; fails with what was waited for after the deadline. */
export async function until(
  holds: () => boolean | Promise<boolean>,
  what: string,
  deadlineMs = 5000,
  everyMs = 5,
): Promise<void> {
  const deadline = performance.now() + deadlineMs;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`waited ${deadlineMs} ms in vain for: ${what}`);
    await pause(everyMs);
  }
}
