import * as v from "valibot";
import { NewPassword } from "../../../../common/api/auth.ts";
import { Line, Slug } from "../../../../common/api/parts.ts";
import { t } from "../../../text/index.ts";
import type { Problems } from "../parts/use-new.ts";

const RULES = {
  name: { schema: Line, key: "people.name_rule" },
  displayName: { schema: Line, key: "people.name_rule" },
  username: { schema: Slug, key: "people.id_rule" },
  id: { schema: Slug, key: "people.id_rule" },
  roleId: { schema: Slug, key: "people.role_rule" },
  password: { schema: NewPassword, key: "people.password_rule" },
} as const;

type Field = keyof typeof RULES;
const FIELDS = Object.keys(RULES) as Field[];

/** What is wrong with names, ids and passwords, by the booth's own rules and in the language of the screen. */
export function problemsOf(values: Partial<Record<Field, string>>): Problems {
  const wrong = FIELDS.filter((field) => field in values && !v.is(RULES[field].schema, values[field]));
  return Object.fromEntries(wrong.map((field) => [field, t(RULES[field].key)]));
}
