import type { Field } from "../../../../common/drivers.ts";
import type { Setting } from "./config.ts";

/** What the control of one setting is given. */
export interface DriverFieldProps {
  field: Field;
  setting: Setting | undefined;
  /** As the booth has it; for secrets, whether it has one. */
  stored: Setting | undefined;
  error: string | undefined;
  onChange: (setting: Setting) => void;
}
