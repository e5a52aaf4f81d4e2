import { carwash } from "./carwash.ts";
import type { Module } from "./module.ts";
import { validation } from "./validation.ts";

/** The modules besides parking, which is the booth itself. */
export const MODULES_OF_BOOTH: readonly Module[] = [validation, carwash];
