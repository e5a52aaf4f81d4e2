import { useState } from "preact/hooks";
import type { Tariff, TariffPublish } from "../../../../common/api/tariffs.ts";
import type { RateDifference } from "../../../../common/rate-differences.ts";
import type { RateTable } from "../../../../common/rate-table.ts";
import { ApiError, get, post } from "../../../api.ts";
import { go } from "../../../router.ts";
import { run } from "../../../run.ts";
import { fieldErrors } from "../../../text/errors.ts";
import { t } from "../../../text/index.ts";
import { toast } from "../../../toasts.ts";
import { momentText } from "../parts/moment.tsx";
import { clashesOf } from "./clashes.tsx";
import { mergeRules } from "./merge-rules.ts";
import { mayReplay, type ReplayDays } from "./replay.tsx";
import { beginDraft, changeDraft, dropDraft, type TariffDraft, textOfTable } from "./tariff-draft.ts";

/** The last step of a draft, and what can come in its way. */
export interface Publishing {
  withReplay: boolean;
  setWithReplay: (on: boolean) => void;
  days: ReplayDays;
  setDays: (days: ReplayDays) => void;
  nextVersion: number;
  /** What the booth found wrong, by the path of the field. */
  problems: Readonly<Record<string, string>>;
  /** The version that somebody else published since the draft was begun. */
  conflict: Tariff | null;
  publish: (effectiveFrom: string) => Promise<void>;
  /** Drops the draft, and begins one from what was published meanwhile. */
  takeTheirs: () => void;
  /** Keeps what the draft changes, on top of what came between; another tap is still needed. */
  keepMine: () => Promise<void>;
  /** What both changed, of which the draft's is kept. */
  clashes: readonly RateDifference[];
}

/** The booth replays up to a year before it answers. */
const TIMEOUT_MS = 120_000;

/** Publishes a draft, on the version it was made from and on no other. */
export function usePublish(kept: TariffDraft): Publishing {
  const [withReplay, setWithReplay] = useState(mayReplay);
  const [days, setDays] = useState<ReplayDays>("30");
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [clashes, setClashes] = useState<readonly RateDifference[]>([]);
  const [conflict, setConflict] = useState<Tariff | null>(null);
  const attempt = async (body: TariffPublish) => {
    try {
      return await post<Tariff>("/api/tariffs", body, { timeoutMs: TIMEOUT_MS });
    } catch (error) {
      if (error instanceof ApiError && error.code === "changed_meanwhile") {
        setConflict(error.body.current as Tariff);
        return null;
      }
      setProblems(fieldErrors(error));
      throw error;
    }
  };
  const publish = async (effectiveFrom: string) => {
    setProblems({});
    const published = await run(() => attempt(bodyOf(kept, effectiveFrom, withReplay ? Number(days) : null)));
    if (published == null) return;
    toast(t("tariff.done", { version: published.version, date: momentText(published.effectiveFrom) }));
    go("admin", "tariffs", published.id);
    dropDraft();
  };
  const takeTheirs = () => {
    if (conflict !== null) beginDraft(conflict);
    setConflict(null);
    go("admin", "tariffs", "draft");
  };
  const keepMine = async () => {
    const base = await run(() => get<Tariff>(`/api/tariffs/${encodeURIComponent(kept.basedOn.id)}`));
    if (base === undefined || conflict === null) return;
    setClashes(rebase(kept, base.rateTable, conflict));
    setConflict(null);
  };
  return {
    ...{ withReplay, setWithReplay, days, setDays, problems, conflict, clashes, publish, takeTheirs, keepMine },
    nextVersion: kept.basedOn.version + 1,
  };
}

/** Puts what the draft changed of `base` on what somebody else published. Answers what both had changed. */
function rebase({ table: mine, json }: TariffDraft, base: RateTable, { id, version, rateTable }: Tariff) {
  const table = mergeRules(base, rateTable, mine);
  changeDraft({ basedOn: { id, version }, table, typed: {}, json: json === null ? null : textOfTable(table) });
  return clashesOf(base, rateTable, table);
}

function bodyOf(
  { table, basedOn, note }: TariffDraft,
  effectiveFrom: string,
  replayDays: number | null,
): TariffPublish {
  const said = note.trim();
  return {
    rateTable: table,
    effectiveFrom,
    basedOn: basedOn.id,
    ...(said === "" ? {} : { note: said }),
    ...(replayDays === null ? {} : { replayDays }),
  };
}
