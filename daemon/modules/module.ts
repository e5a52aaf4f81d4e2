import type Router from "@koa/router";
import type { ModuleId } from "../../common/modules.ts";
import type { Booth } from "../context.ts";

/** Ends what a module started; must not throw. */
export type Stop = () => void | Promise<void>;

/** A part of the booth that can be switched on and off while it runs. */
export interface Module {
  readonly id: ModuleId;
  /** Its routes; the host puts the module's guard before each of them. */
  routes?(booth: Booth): Router;
  /** Begins what it does besides answering requests; called when it becomes effective. */
  start?(booth: Booth): Stop;
}
