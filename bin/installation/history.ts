import { existsSync, readFileSync, rmSync } from "node:fs";
import * as v from "valibot";
import { writeDurably } from "../../common/node/durable-file.ts";
import { currentTag, type Layout } from "./layout.ts";

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

const Journal = v.object({
  kind: v.optional(v.picklist(["upgraded", "rolled_back"]), "upgraded"),
  from: v.string(),
  to: v.string(),
  startedAt: v.string(),
  /** Whether the booth could take money when it was stopped; the first releases did not note it. */
  wasReady: v.optional(v.boolean()),
});

/** From which release to which, and whether as an upgrade or as the way back. */
export type Move = Pick<Journal, "kind" | "from" | "to">;

/** A change of release that has stopped the booth and not ended yet. */
export type Journal = v.InferOutput<typeof Journal>;

/** As a person would call it. */
export const journalText = ({ kind, from, to, startedAt }: Journal) =>
  `the ${kind === "upgraded" ? "upgrade" : "rollback"} ${from} → ${to} of ${startedAt}`;

const linesOf = ({ history }: Layout) =>
  existsSync(history) ? readFileSync(history, "utf8").split("\n").filter(Boolean) : [];

/** Every upgrade there was, the oldest first, and how many lines of the file cannot be read. */
export function readHistory(layout: Layout): { entries: HistoryEntry[]; unreadable: number } {
  const lines = linesOf(layout);
  const entries = lines.flatMap((line) => entryIn(line) ?? []);
  return { entries, unreadable: lines.length - entries.length };
}

function entryIn(line: string): HistoryEntry | null {
  try {
    return v.parse(Entry, JSON.parse(line));
  } catch {
    return null;
  }
}

export function addToHistory(layout: Layout, entry: HistoryEntry): void {
  writeDurably(layout.history, `${[...linesOf(layout), JSON.stringify(entry)].join("\n")}\n`, 0o644);
}

/** The change that was cut off; null where none was. */
export function readJournal({ journal }: Layout): Journal | null {
  return existsSync(journal) ? v.parse(Journal, JSON.parse(readFileSync(journal, "utf8"))) : null;
}

export function writeJournal({ journal }: Layout, entry: Journal | null): void {
  if (entry === null) rmSync(journal, { force: true });
  else writeDurably(journal, `${JSON.stringify(entry)}\n`, 0o644);
}

/**
 * What a rollback would do: take an upgrade back that was cut off, finish a rollback that was, else undo the last
 * upgrade. Null where there is nothing to undo; after it was undone `to` runs already.
 */
export function wayBack(layout: Layout): Move | null {
  const kind = "rolled_back";
  const open = readJournal(layout);
  if (open) return open.kind === kind ? open : { kind, from: open.to, to: open.from };
  const last = readHistory(layout).entries.findLast(({ kind }) => kind === "upgraded");
  const running = currentTag(layout);
  return last && running !== null && [last.from, last.to].includes(running)
    ? { kind, from: running, to: last.from }
    : null;
}
