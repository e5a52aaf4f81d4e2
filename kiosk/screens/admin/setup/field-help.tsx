import type { Field } from "../../../../common/drivers.ts";
import { t } from "../../../text/index.ts";

/** What the driver says of a setting, what is usual, and whether it may stay empty. */
export function FieldHelp({ field }: { field: Field }) {
  const parts = [
    field.help,
    field.default === undefined ? "" : t("setup.usual", { value: String(field.default) }),
    field.required || field.default !== undefined ? "" : t("setup.optional"),
  ];
  return <>{parts.filter((part) => part !== "").join(" ")}</>;
}
