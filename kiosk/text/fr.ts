import { cashier } from "./fr/cashier.ts";
import { errors } from "./fr/errors.ts";
import { general } from "./fr/general.ts";
import { shell } from "./fr/shell.ts";
import { shift } from "./fr/shift.ts";
import { signIn } from "./fr/sign-in.ts";
import { signIns } from "./fr/sign-ins.ts";
import { validate } from "./fr/validate.ts";
import { wash } from "./fr/wash.ts";
import { words } from "./fr/words.ts";
import { workbench } from "./fr/workbench.ts";

export const fr = {
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
