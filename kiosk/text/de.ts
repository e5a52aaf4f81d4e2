import { cashier } from "./de/cashier.ts";
import { errors } from "./de/errors.ts";
import { general } from "./de/general.ts";
import { shell } from "./de/shell.ts";
import { shift } from "./de/shift.ts";
import { signIn } from "./de/sign-in.ts";
import { signIns } from "./de/sign-ins.ts";
import { validate } from "./de/validate.ts";
import { wash } from "./de/wash.ts";
import { words } from "./de/words.ts";
import { workbench } from "./de/workbench.ts";

export const de = {
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
