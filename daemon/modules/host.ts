import type Router from "@koa/router";
import type { ModuleId } from "../../common/modules.ts";
import type { Booth } from "../context.ts";
import { requireModule } from "../http/guard.ts";
import { effectiveModulesOf } from "../services/site-config.ts";
import { MODULES_OF_BOOTH } from "./index.ts";
import type { Module, Stop } from "./module.ts";

/** The routes of all modules, effective or not, each guarded by its module first and then by its own guard. */
export function moduleRoutes(booth: Booth, modules: readonly Module[] = MODULES_OF_BOOTH): Router[] {
  return modules.flatMap(({ id, routes }) => {
    const router = routes?.(booth);
    for (const layer of router?.stack ?? []) layer.stack.unshift(requireModule(id));
    return router ?? [];
  });
}

/** Keeps exactly the effective modules running. */
export interface ModuleHost {
  /** Ids of the modules that run now. */
  running(): ModuleId[];
  /** Starts and stops what the site's configuration asks for. The bus calls it; so does whoever follows `config_change`. */
  refresh(): void;
  close(): Promise<void>;
}

/** Starts the modules that are effective, and listens for changes. */
export function openModuleHost(booth: Booth, modules: readonly Module[] = MODULES_OF_BOOTH): ModuleHost {
  const stops = new Map<ModuleId, Stop>();
  const stopping = new Set<Promise<void>>();

  const end = (id: ModuleId, stop: Stop) => {
    stops.delete(id);
    // Called here and now: what is switched off hears nothing more.
    const ended = (async () => stop())()
      .catch((error: unknown) => booth.log.error({ err: error, module: id }, "a module did not stop cleanly"))
      .finally(() => stopping.delete(ended));
    stopping.add(ended);
  };
  const begin = ({ id, start }: Module) => {
    try {
      stops.set(id, start?.(booth) ?? (() => undefined));
    } catch (error) {
      booth.log.error({ err: error, module: id }, "a module could not be started");
    }
  };
  const refresh = () => {
    const effective = effectiveModulesOf(booth);
    for (const [id, stop] of stops) if (!effective.includes(id)) end(id, stop);
    for (const module of modules) if (effective.includes(module.id) && !stops.has(module.id)) begin(module);
  };
  const leave = booth.bus.on("modulesChanged", refresh);
  refresh();
  return {
    running: () => [...stops.keys()],
    refresh,
    async close() {
      leave();
      for (const [id, stop] of stops) end(id, stop);
      await Promise.all(stopping);
    },
  };
}
