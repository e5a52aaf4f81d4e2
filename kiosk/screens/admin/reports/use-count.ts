import { useState } from "preact/hooks";
import type { Site } from "../../../../common/api/site.ts";
import type { OCCUPANCY_REASONS } from "../../../../common/words.ts";
import { ApiError, getTagged, post } from "../../../api.ts";
import type { Loaded } from "../../../parts/use-load.ts";
import { run } from "../../../run.ts";
import { readSite } from "../../../session.ts";
import { fieldErrors } from "../../../text/errors.ts";
import { t } from "../../../text/index.ts";
import { toast } from "../../../toasts.ts";
import { forgetUnsaved, useUnsaved } from "../../../unsaved.ts";
import { wholeOf } from "../parts/numbers.ts";
import { goTo } from "./ways.ts";

export interface CountDraft {
  cars: string;
  reason: (typeof OCCUPANCY_REASONS)[number] | null;
  note: string;
}

/** A count somebody is about to give, and what came between. */
export interface Count {
  draft: CountDraft;
  problems: Readonly<Record<string, string>>;
  /** The cars inside now, where they are others than were seen. */
  meanwhile: number | null;
  change(part: Partial<CountDraft>): void;
  save(): Promise<unknown>;
  takeTheirs(): void;
  /** Saves on the number as it is now. */
  keepMine(): Promise<unknown>;
}

type Seen = Loaded<{ value: Site; etag: string | null }>;
const EMPTY: CountDraft = { cars: "", reason: null, note: "" };

/** The count is saved only on the number that was seen: a car that came meanwhile is not counted away in silence. */
export function useCount(seen: Seen): Count {
  const [draft, setDraft] = useState(EMPTY);
  useUnsaved(draft.cars !== "" || draft.note !== "");
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [meanwhile, setMeanwhile] = useState<number | null>(null);
  const send = (ifMatch: string | null) =>
    run(async () => {
      setProblems({});
      try {
        const { carsInside } = await post<Site>("/api/site/occupancy", bodyOf(draft), { ifMatch });
        toast(t("count.done", { n: carsInside }));
        forgetUnsaved();
        goTo("occupancy");
        await readSite();
      } catch (error) {
        setProblems(fieldErrors(error));
        if (!(error instanceof ApiError && error.code === "changed_meanwhile")) throw error;
        setMeanwhile((error.body.current as Site).carsInside);
      }
    });
  return {
    draft,
    problems,
    meanwhile,
    change: (part) => setDraft((before) => ({ ...before, ...part })),
    save: () => send(seen.value?.etag ?? null),
    takeTheirs() {
      setMeanwhile(null);
      setDraft(EMPTY);
      seen.reload();
    },
    async keepMine() {
      const now = await run(() => getTagged<Site>("/api/site"));
      if (now !== undefined) await send(now.etag);
    },
  };
}

function bodyOf({ cars, reason, note }: CountDraft) {
  return { carsInside: wholeOf(cars), reason, ...(reason === "other" ? { note: note.trim() } : {}) };
}
