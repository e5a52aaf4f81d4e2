import type { Field } from "../../../../common/drivers.ts";
import { t } from "../../../text/index.ts";
import { Check, Input, Select } from "../parts/fields.tsx";
import type { DriverFieldProps } from "./driver-field-props.ts";
import { FieldHelp } from "./field-help.tsx";
import { SecretField } from "./secret-field.tsx";

const LEFT_TO_RIGHT: readonly Field["type"][] = ["int", "number", "host", "port", "url", "duration"];

/** The control for one setting of a driver, by its type. Names and help are the driver's own. */
export function DriverField(props: DriverFieldProps) {
  const { field, setting, error, onChange } = props;
  if (field.type === "secret") return <SecretField {...props} />;
  if (field.type === "bool")
    return (
      <div class="field">
        <Check label={field.label} checked={setting === true} onChange={onChange} />
        {field.help ? <p class="field-helper">{field.help}</p> : null}
      </div>
    );
  const common = { label: field.label, helper: <FieldHelp field={field} />, error };
  const value = setting === undefined ? "" : String(setting);
  if (field.type === "enum") {
    const options =
      field.required || field.default !== undefined ? (field.options ?? []) : ["", ...(field.options ?? [])];
    return (
      <Select
        {...common}
        options={options.includes(value) ? options : ["", ...options]}
        value={value}
        text={(option) => option || t("setup.unset")}
        onChoose={onChange}
      />
    );
  }
  return (
    <Input
      {...common}
      class={field.type === "url" ? "setup-wide" : ""}
      ltr={LEFT_TO_RIGHT.includes(field.type)}
      value={value}
      unit={field.unit ?? ""}
      onInput={onChange}
    />
  );
}
