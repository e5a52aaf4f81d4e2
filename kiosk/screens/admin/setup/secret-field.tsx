import { Button } from "../../../parts/button.tsx";
import { t } from "../../../text/index.ts";
import { Input } from "../parts/fields.tsx";
import { isKept } from "./config.ts";
import type { DriverFieldProps } from "./driver-field-props.ts";
import { FieldHelp } from "./field-help.tsx";

/** A secret: typed, never shown. One that the booth has stays until another is typed, or it is removed. */
export function SecretField({ field, setting, stored, error, onChange }: DriverFieldProps) {
  const has = isKept(stored);
  const typed = typeof setting === "string" || typeof setting === "number" ? String(setting) : "";
  const removed = has && setting === undefined;
  const offer = t(removed ? "setup.secret_keep" : "setup.secret_remove");
  return (
    <div class="setup-secret">
      <Input
        label={field.label}
        type="password"
        autocomplete="new-password"
        value={typed}
        error={error}
        helper={has ? t(removed ? "setup.secret_removed" : "setup.secret_stored") : <FieldHelp field={field} />}
        onInput={(text) => onChange(text === "" && has ? { set: true } : text)}
      />
      {has && !field.required && typed === "" ? (
        <Button size="sm" label={`${offer}: ${field.label}`} onTap={() => onChange(removed ? { set: true } : "")}>
          {offer}
        </Button>
      ) : null}
    </div>
  );
}
