import type { ListedRole, UserCreate } from "../../../../common/api/auth.ts";
import { LANGUAGES } from "../../../../common/words.ts";
import { t } from "../../../text/index.ts";
import { Input, Select } from "../parts/fields.tsx";
import type { Problems } from "../parts/use-new.ts";
import { inGift } from "../roles/locks.ts";
import { nameOfRole } from "./list.tsx";

type Fields = Omit<UserCreate, "password">;

interface UserFieldsProps {
  values: Fields;
  problems: Problems;
  roles: readonly ListedRole[];
  onChange: (part: Partial<Fields>) => void;
  disabled?: boolean;
  /** Why the role must stay. */
  roleLock?: string | null;
}

/** What is known of somebody who can sign in. */
export function UserFields({ values, problems, roles, onChange, disabled = false, roleLock = null }: UserFieldsProps) {
  const offered = inGift(roles).map(({ id }) => id);
  const options = offered.includes(values.roleId) ? offered : [values.roleId, ...offered];
  return (
    <div class="form-grid pairs">
      <Input
        label={t("people.name")}
        value={values.displayName}
        error={problems.displayName}
        disabled={disabled}
        onInput={(displayName) => onChange({ displayName })}
      />
      <Input
        ltr
        label={t("people.username")}
        helper={t("people.username_help")}
        value={values.username}
        error={problems.username}
        disabled={disabled}
        onInput={(username) => onChange({ username })}
      />
      <Select
        label={t("people.role")}
        value={values.roleId}
        options={options}
        text={(id) => (id === "" ? t("people.choose_role") : nameOfRole(id, roles))}
        helper={roleLock ?? (!disabled && offered.length < roles.length ? t("people.gift_help") : undefined)}
        error={problems.roleId}
        disabled={disabled || roleLock !== null}
        onChoose={(roleId) => onChange({ roleId })}
      />
      <Select
        label={t("people.language")}
        value={values.language}
        options={LANGUAGES}
        text={(language) => t(`language.${language}`)}
        error={problems.language}
        disabled={disabled}
        onChoose={(language) => onChange({ language })}
      />
    </div>
  );
}
