import { useEffect } from "preact/hooks";
import type { SetupState } from "../../../../common/api/setup.ts";
import type { Catalog } from "../../../../common/drivers.ts";
import type { EventKind } from "../../../../common/events.ts";
import { get } from "../../../api.ts";
import { laneList, onEvent } from "../../../feed.ts";
import { type Loaded, useLoad } from "../../../parts/use-load.ts";

/** How far setup has come, and what there is to choose from. */
export interface Setup {
  state: SetupState;
  catalog: Catalog;
}

const KINDS: readonly EventKind[] = ["device_assign", "device_unassign", "setup_complete", "site_change"];

/** The setup as it is stored, read again as somebody changes it, here or elsewhere. */
export function useSetup(): Loaded<Setup> {
  const loaded = useLoad(readSetup, "setup");
  const { reload } = loaded;
  useEffect(() => onEvent(({ kind }) => KINDS.includes(kind) && reload()), [reload]);
  // A lane that is new and has no device yet is no entry of the ledger.
  const count = laneList.value.length;
  useEffect(reload, [count, reload]);
  return loaded;
}

async function readSetup(): Promise<Setup> {
  const [state, catalog] = await Promise.all([get<SetupState>("/api/setup/state"), get<Catalog>("/api/setup/catalog")]);
  return { state, catalog };
}
