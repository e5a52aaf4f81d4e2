import { type GRID, lacking, PERMISSIONS, type Permission, RESOURCES } from "../../../../common/permissions.ts";
import { language, t } from "../../../text/index.ts";

/** Permissions that make one sense together, said in one phrase where a role holds or lacks all of them. */
const TOGETHER = {
  people: ["user:create", "user:update", "user:delete"],
  roles: ["role:create", "role:update", "role:delete"],
  subscriptions: ["subscription:create", "subscription:update"],
} as const satisfies Readonly<Record<string, readonly Permission[]>>;

type Together = keyof typeof TOGETHER;
const GROUPS = Object.keys(TOGETHER) as Together[];

/** A permission as something one does, such as "take payments". */
export function phraseOf(permission: Permission): string {
  return t(`permission.${permission}`);
}

/** Words one after the other, as the language joins them. */
export function listOf(words: readonly string[], type: "conjunction" | "disjunction"): string {
  return new Intl.ListFormat(language.value, { type }).format(words);
}

/** What a role can do, in at most three sentences. */
export function roleInWords(held: readonly Permission[]): string[] {
  if (held.length === PERMISSIONS.length) return [t("roles.everything")];
  if (held.length === 0) return [t("roles.nothing")];
  const sees = RESOURCES.filter((resource) => held.some((one) => one === `${resource}:read`));
  const can = phrases(held);
  const cannot = phrases(lacking(held, PERMISSIONS));
  return [
    ...(sees.length === 0 ? [] : [t("roles.sees", { list: listOf(sees.map(nameOfResource), "conjunction") })]),
    ...(can.length === 0 ? [] : [t("roles.can", { list: listOf(can, "conjunction") })]),
    ...(cannot.length === 0 ? [] : [t("roles.cannot", { list: listOf(cannot, "disjunction") })]),
  ];
}

export function nameOfResource(resource: keyof typeof GRID): string {
  return t(`resource.${resource}`);
}

/** What is more than seeing, in the order of the grid. */
function phrases(permissions: readonly Permission[]): string[] {
  const whole = GROUPS.filter((group) => TOGETHER[group].every((one) => permissions.includes(one)));
  return permissions.flatMap((permission) => {
    const group = whole.find((one) => TOGETHER[one].some((member) => member === permission));
    if (group !== undefined) return TOGETHER[group][0] === permission ? [t(`permissions.${group}`)] : [];
    return permission.endsWith(":read") ? [] : [phraseOf(permission)];
  });
}
