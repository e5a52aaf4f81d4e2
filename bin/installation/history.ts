import { existsSync, readFileSync, rmSync } from "node:fs";
import * as v from "valibot";
import { writeDurably } from "../../common/node/durable-file.ts";
import type { Layout } from "./layout.ts";

const Entry = v.object({
  at: v.string(),
  by: v.string(),
  kind: v.picklist(["upgraded", "rolled_back", "failed"]),
  from: v.string(),
  to: v.string(),
  /** The backup that was made before. */
  backup: v.nullable(v.string()),
  seconds: v.number(),
  /** Why it failed. */
  reason: v.nullable(v.string()),
});

/** One upgrade or its undoing, as it ended. */
export type HistoryEntry = v.InferOutput<typeof Entry>;

const Journal = v.object({ from: v.string(), to: v.string(), startedAt: v.string() });

/** An upgrade that has stopped the booth and not ended yet. */
export type Journal = v.InferOutput<typeof Journal>;

/** Every upgrade there was, the oldest first. */
export function readHistory({ history }: Layout): HistoryEntry[] {
  if (!existsSync(history)) return [];
  const lines = readFileSync(history, "utf8").split("\n").filter(Boolean);
  return lines.map((line) => v.parse(Entry, JSON.parse(line)));
}

export function addToHistory(layout: Layout, entry: HistoryEntry): void {
  const lines = [...readHistory(layout), entry].map((each) => `${JSON.stringify(each)}\n`);
  writeDurably(layout.history, lines.join(""), 0o644);
}

/** The upgrade that was cut off; null where none was. */
export function readJournal({ journal }: Layout): Journal | null {
  return existsSync(journal) ? v.parse(Journal, JSON.parse(readFileSync(journal, "utf8"))) : null;
}

export function writeJournal({ journal }: Layout, entry: Journal | null): void {
  if (entry === null) rmSync(journal, { force: true });
  else writeDurably(journal, `${JSON.stringify(entry)}\n`, 0o644);
}

/**
 * The release to go back to: the one before the last upgrade. After that upgrade was undone there is none, and the
 * release that runs is the answer.
 */
export function rollbackTarget(history: readonly HistoryEntry[], running: string): string | null {
  const last = history.findLast(({ kind }) => kind === "upgraded");
  if (!last) return null;
  return last.to === running || last.from === running ? last.from : null;
}
