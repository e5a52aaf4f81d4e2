import { cashier } from "./es/cashier.ts";
import { errors } from "./es/errors.ts";
import { general } from "./es/general.ts";
import { shell } from "./es/shell.ts";
import { shift } from "./es/shift.ts";
import { signIn } from "./es/sign-in.ts";
import { signIns } from "./es/sign-ins.ts";
import { validate } from "./es/validate.ts";
import { wash } from "./es/wash.ts";
import { words } from "./es/words.ts";
import { workbench } from "./es/workbench.ts";

export const es = {
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
