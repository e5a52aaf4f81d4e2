import { cashier } from "./en/cashier.ts";
import { errors } from "./en/errors.ts";
import { general } from "./en/general.ts";
import { shell } from "./en/shell.ts";
import { shift } from "./en/shift.ts";
import { signIn } from "./en/sign-in.ts";
import { signIns } from "./en/sign-ins.ts";
import { validate } from "./en/validate.ts";
import { wash } from "./en/wash.ts";
import { words } from "./en/words.ts";
import { workbench } from "./en/workbench.ts";

/** Every text of the kiosk in English, by area; the other languages have the same keys. */
export const en = {
  ...general,
  ...words,
  ...errors,
  ...shell,
  ...signIn,
  ...signIns,
  ...shift,
  ...workbench,
  ...cashier,
  ...validate,
  ...wash,
} as const;
