import { PERMISSIONS } from "../../common/permissions.ts";
import type { Actor } from "../context.ts";
import { SYSTEM } from "../ledger/recorder.ts";

/** Somebody at the command line: who may read the files may do everything. */
export function cliActor(loginName: string): Actor {
  return { type: "cli", id: loginName, permissions: PERMISSIONS };
}

/** The booth acting by itself. */
export const BOOTH_ACTOR: Actor = { ...SYSTEM, permissions: PERMISSIONS };

/** A lane's device acting, such as `exit-1/camera`. */
export function deviceActor(id: string): Actor {
  return { type: "device", id, permissions: [] };
}
