/** What a module is to the site: whether it can be left out, and what it stands on. */
export interface ModuleManifest {
  readonly required: boolean;
  readonly dependsOn: readonly ModuleId[];
}

export const MODULE_IDS = ["parking", "validation", "carwash"] as const;
export type ModuleId = (typeof MODULE_IDS)[number];

export const MODULES: Readonly<Record<ModuleId, ModuleManifest>> = {
  parking: { required: true, dependsOn: [] },
  validation: { required: false, dependsOn: ["parking"] },
  carwash: { required: false, dependsOn: ["parking"] },
};

/** The places that may validate a ticket. A retired station keeps its rows and leaves this list. */
export const VALIDATION_STATIONS = ["bar"] as const;

export type Resolution = { ok: true; modules: ModuleId[] } | { ok: false; reason: string };

const isModuleId = (value: string): value is ModuleId => (MODULE_IDS as readonly string[]).includes(value);

const inOrder = (ids: Iterable<ModuleId>): ModuleId[] => {
  const wanted = new Set(ids);
  return MODULE_IDS.filter((id) => wanted.has(id));
};

/** Reads `MODULES_ENTITLED`, a comma-separated list. Absent or blank means every module; parking is always in. */
export function parseEntitledModules(text: string | undefined): Resolution {
  const names = (text ?? "")
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  if (names.length === 0) return { ok: true, modules: [...MODULE_IDS] };
  const unknown = names.find((name) => !isModuleId(name));
  if (unknown !== undefined) {
    return { ok: false, reason: `"${unknown}" is not a module; expected any of ${MODULE_IDS.join(", ")}` };
  }
  return { ok: true, modules: inOrder(["parking", ...names.filter(isModuleId)]) };
}

/** Checks a desired set of activated modules: known, entitled, complete in what it depends on, parking included. */
export function resolveModuleActivation(desired: readonly string[], entitled: readonly ModuleId[]): Resolution {
  for (const name of desired) {
    if (!isModuleId(name)) return { ok: false, reason: `"${name}" is not a module` };
    if (!entitled.includes(name)) return { ok: false, reason: `module "${name}" is not entitled at this booth` };
    const missing = MODULES[name].dependsOn.find((needed) => !desired.includes(needed));
    if (missing) return { ok: false, reason: `module "${name}" needs module "${missing}"` };
  }
  const required = MODULE_IDS.find((id) => MODULES[id].required && !desired.includes(id));
  if (required) return { ok: false, reason: `module "${required}" is required and cannot be left out` };
  return { ok: true, modules: inOrder(desired.filter(isModuleId)) };
}

/** Entitled and activated (null: all entitled), less those whose dependencies are not effective. */
export function effectiveModules(entitled: readonly ModuleId[], activated: readonly string[] | null): ModuleId[] {
  const wanted = inOrder(entitled.filter((id) => MODULES[id].required || activated === null || activated.includes(id)));
  const standing = wanted.filter((id) => MODULES[id].dependsOn.every((needed) => wanted.includes(needed)));
  return standing.length === wanted.length ? wanted : effectiveModules(standing, standing);
}
