import { useEffect } from "preact/hooks";
import type { User } from "../../../../common/api/auth.ts";
import type { Tariff } from "../../../../common/api/tariffs.ts";
import { get } from "../../../api.ts";
import { onEvent } from "../../../feed.ts";
import { useLoad } from "../../../parts/use-load.ts";
import { may, me } from "../../../session.ts";
import { t } from "../../../text/index.ts";
import { type Pages, usePages } from "../parts/use-pages.ts";

/** The published versions, newest first; read again when somebody publishes. */
export function useVersions(): Pages<Tariff> {
  const versions = usePages<Tariff>("/api/tariffs?limit=100");
  const { reload } = versions;
  useEffect(() => onEvent(({ kind }) => kind === "tariff_publish" && reload()), []);
  return versions;
}

/** One version. They never change. */
export function useVersion(id: string) {
  return useLoad(() => get<Tariff>(`/api/tariffs/${encodeURIComponent(id)}`), id);
}

export type VersionState = "now" | "next" | "past";

/** Whether stays that begin at `at` are priced by a version, will be, or are no longer. */
export function stateOf(tariff: Tariff, versions: readonly Tariff[], at: number): VersionState {
  if (Date.parse(tariff.effectiveFrom) > at) return "next";
  return inForce(versions, at)?.id === tariff.id ? "now" : "past";
}

/** The version by which stays that begin at `at` are priced; before the first took effect, the first. */
export function inForce(versions: readonly Tariff[], at: number): Tariff | undefined {
  const sorted = byStart(versions);
  return sorted.find(({ effectiveFrom }) => Date.parse(effectiveFrom) <= at) ?? sorted.at(-1);
}

/** The last to take effect first, of two that do so at once the newer. */
function byStart(versions: readonly Tariff[]): Tariff[] {
  return [...versions].sort((a, b) => b.effectiveFrom.localeCompare(a.effectiveFrom) || b.version - a.version);
}

/** The version that takes effect next. */
export function comingNext(versions: readonly Tariff[], at: number): Tariff | undefined {
  return byStart(versions)
    .filter(({ effectiveFrom }) => Date.parse(effectiveFrom) > at)
    .at(-1);
}

/** Names of who published, as far as the person signed in may know them. */
export function usePublisher(): (id: string) => string {
  const readable = may("user:read");
  const users = useLoad(
    () => (readable ? get<{ items: User[] }>("/api/users?limit=500") : Promise.resolve({ items: [] })),
    String(readable),
  );
  return (id) => {
    if (id === me.value?.id) return me.value.displayName;
    if (id === "booth") return t("tariff.by_booth");
    return users.value?.items.find((user) => user.id === id)?.displayName ?? (looksInternal(id) ? "–" : id);
  };
}

/** An id that says nothing to a person; the name of a login at the command line does. */
function looksInternal(id: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(id);
}
