import type { SiteConfig } from "../../../../common/api/site.ts";
import { effectiveModules, MODULE_IDS, MODULES, type ModuleId } from "../../../../common/modules.ts";

/** What a choice of modules comes to. */
export interface Plan {
  /** The whole set to save: what is wanted and entitled. */
  wanted: readonly ModuleId[];
  /** The modules that would be switched, in either direction; each is one signed entry. */
  flips: readonly ModuleId[];
  /** Of those, the ones switched off. */
  off: readonly ModuleId[];
  /** Modules that are wanted without one they stand on. */
  lacking: readonly { module: ModuleId; needed: ModuleId }[];
}

/** The modules that are wanted now: what was chosen before, or all that are entitled. */
export function wantedOf({ modulesEntitled, modulesActivated }: SiteConfig): ModuleId[] {
  return modulesEntitled.filter((id) => modulesActivated === null || modulesActivated.includes(id));
}

/** Compares a choice with what is in effect at the booth. */
export function planOf(stored: SiteConfig, chosen: SiteConfig): Plan {
  const wanted = wantedOf(chosen);
  const after = effectiveModules(stored.modulesEntitled, wanted);
  const flips = MODULE_IDS.filter((id) => stored.modules.includes(id) !== after.includes(id));
  const lacking = wanted.flatMap((module) =>
    MODULES[module].dependsOn.filter((needed) => !wanted.includes(needed)).map((needed) => ({ module, needed })),
  );
  return { wanted, flips, off: flips.filter((id) => stored.modules.includes(id)), lacking };
}
