import { cashier } from "./ar/cashier.ts";
import { errors } from "./ar/errors.ts";
import { general } from "./ar/general.ts";
import { shell } from "./ar/shell.ts";
import { shift } from "./ar/shift.ts";
import { signIn } from "./ar/sign-in.ts";
import { signIns } from "./ar/sign-ins.ts";
import { validate } from "./ar/validate.ts";
import { wash } from "./ar/wash.ts";
import { words } from "./ar/words.ts";
import { workbench } from "./ar/workbench.ts";

export const ar = {
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
};
