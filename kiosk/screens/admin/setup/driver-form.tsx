import type { DriverEntry, Field } from "../../../../common/drivers.ts";
import { t } from "../../../text/index.ts";
import type { Problems } from "../parts/use-new.ts";
import { Advanced } from "./advanced.tsx";
import { type Config, type Setting, withSetting } from "./config.ts";
import { DriverField } from "./driver-field.tsx";

interface DriverFormProps {
  driver: DriverEntry;
  config: Config;
  stored: Config;
  /** By the name of the field. */
  problems: Problems;
  onChange: (config: Config) => void;
}

/** The settings of a driver, made of its field list; what is seldom touched is folded away, unless it is wrong. */
export function DriverForm({ driver, config, stored, problems, onChange }: DriverFormProps) {
  const advanced = driver.fields.filter((field) => field.advanced);
  const grid = (fields: readonly Field[]) => (
    <div class="form-grid">
      {fields.map((field) => (
        <DriverField
          key={field.name}
          field={field}
          setting={config[field.name]}
          stored={stored[field.name]}
          error={problems[field.name]}
          onChange={(setting: Setting) => onChange(withSetting(driver, config, field.name, setting))}
        />
      ))}
    </div>
  );
  if (driver.fields.length === 0) return <p class="soft">{t("setup.no_settings")}</p>;
  return (
    <>
      {grid(driver.fields.filter((field) => !field.advanced))}
      {advanced.length === 0 ? null : (
        <Advanced wrong={advanced.some(({ name }) => problems[name] !== undefined)}>{grid(advanced)}</Advanced>
      )}
    </>
  );
}
