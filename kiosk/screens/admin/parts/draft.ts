import { useState } from "preact/hooks";
import { ApiError, getTagged, type Options, put } from "../../../api.ts";
import { useLoad } from "../../../parts/use-load.ts";
import { run } from "../../../run.ts";
import { type FieldOf, fieldErrors } from "../../../text/errors.ts";
import { t } from "../../../text/index.ts";
import { toast } from "../../../toasts.ts";
import { useUnsaved } from "../../../unsaved.ts";

/** A resource somebody is changing: what the booth has, what is changed of it, and what came between. */
export interface Draft<T> {
  /** As stored, with the changes on it; undefined while it is read. */
  value: T | undefined;
  stored: T | undefined;
  /** The tag of what is stored, for a request that is based on it; null until it is read. */
  etag: string | null;
  /** The members that differ from what is stored. */
  changes: Partial<T>;
  dirty: boolean;
  /** Why it could not be read. */
  error: unknown;
  /** What the booth found wrong at the last save, by the path of the field. */
  problems: Readonly<Record<string, string>>;
  /** How it stands now, if somebody else saved since it was read. */
  conflict: T | null;
  change(part: Partial<T>): void;
  discard(): void;
  reload(): void;
  /** Puts the changes, or what `body` makes of them; tells how it went, in `done` if it is saved. True if it is. */
  save(body?: object, done?: string): Promise<boolean>;
  /** After a conflict: drops the changes. */
  takeTheirs(): void;
  /** After a conflict: keeps the changes on top of what is stored now; another save is still needed. */
  keepMine(): void;
}

/** Sends changes to the booth; by default they are put where they were read. */
type Send = (body: object, options: Options) => Promise<unknown>;

/** Reads a resource to change it. It is only ever saved on the state that was seen: else the person decides. */
export function useDraft<T extends object>(
  path: string,
  fieldOf: FieldOf = {},
  send: Send = (body, options) => put<T>(path, body, options),
): Draft<T> {
  const loaded = useLoad(() => getTagged<T>(path), path);
  const [changes, setChanges] = useState<Partial<T>>({});
  const [conflict, setConflict] = useState<T | null>(null);
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const stored = loaded.value?.value;
  const etag = loaded.value?.etag ?? null;
  const dirty = Object.keys(changes).length > 0;
  useUnsaved(dirty);
  const settle = () => {
    setChanges({});
    setConflict(null);
    setProblems({});
  };
  const fresh = (next: Partial<T>) => {
    setChanges(next);
    setConflict(null);
    loaded.reload();
  };
  const attempt = async (body: object) => {
    try {
      await send(body, { ifMatch: etag });
      return "saved";
    } catch (error) {
      if (error instanceof ApiError && error.code === "changed_meanwhile") {
        setConflict(error.body.current as T);
        return "conflict";
      }
      setProblems(fieldErrors(error, fieldOf));
      throw error;
    }
  };
  return {
    value: stored === undefined ? undefined : { ...stored, ...changes },
    stored,
    etag,
    changes,
    dirty,
    error: loaded.error,
    problems,
    conflict,
    change: (part) =>
      setChanges((before) => (stored === undefined ? before : differing(stored, { ...before, ...part }))),
    discard: settle,
    reload: loaded.reload,
    async save(body = changes, done = t("admin.saved")) {
      setProblems({});
      if ((await run(() => attempt(body))) !== "saved") return false;
      toast(done);
      // What is stored now comes before the changes go, or the old values would be there again for a moment.
      await loaded.refresh();
      settle();
      return true;
    },
    takeTheirs: () => fresh({}),
    keepMine: () => fresh(changes),
  };
}

/** Only what differs from what is stored: a change that is taken back is none. */
function differing<T extends object>(stored: T, changes: Partial<T>): Partial<T> {
  const same = (key: keyof T) => JSON.stringify(changes[key]) === JSON.stringify(stored[key]);
  const keys = (Object.keys(changes) as (keyof T)[]).filter((key) => !same(key));
  return Object.fromEntries(keys.map((key) => [key, changes[key]])) as Partial<T>;
}
