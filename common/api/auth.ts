import * as v from "valibot";
import { MODULE_IDS } from "../modules.ts";
import { PERMISSIONS } from "../permissions.ts";
import { At, Int, LanguageCode, Line, Slug } from "./parts.ts";

export const Credentials = v.strictObject({
  username: v.pipe(
    v.string("expected a user name"),
    v.minLength(1, "expected a user name"),
    v.maxLength(200, "expected at most 200 characters"),
  ),
  password: v.pipe(v.string("expected a password"), v.maxLength(1000, "expected at most 1000 characters")),
});

/** bcrypt reads 72 bytes and no more, so a longer password is refused where it is set. */
export const NewPassword = v.pipe(
  v.string("expected a password"),
  v.normalize("NFKC"),
  v.minLength(4, "expected at least 4 characters"),
  v.maxBytes(72, "expected at most 72 bytes"),
);

export const LanguageChoice = v.strictObject({ language: LanguageCode });
export const Unlock = v.strictObject({ password: Credentials.entries.password });
export const PasswordChange = v.strictObject({ current: Credentials.entries.password, next: NewPassword });

export const SessionUser = v.strictObject({
  id: v.string(),
  username: v.string(),
  displayName: v.string(),
  roleId: v.string(),
  roleName: v.string(),
  permissions: v.array(v.picklist(PERMISSIONS)),
  language: LanguageCode,
});
export type SessionUser = v.InferOutput<typeof SessionUser>;

export const Me = v.strictObject({
  ...SessionUser.entries,
  modules: v.array(v.picklist(MODULE_IDS)),
});
export type Me = v.InferOutput<typeof Me>;

const userFields = {
  username: Slug,
  displayName: Line,
  roleId: Slug,
  language: LanguageCode,
  password: NewPassword,
};

export const UserCreate = v.strictObject({ ...userFields, language: v.optional(LanguageCode, "en") });
export const UserUpdate = v.partial(v.strictObject({ ...userFields, disabled: v.boolean("expected true or false") }));
export type UserCreate = v.InferOutput<typeof UserCreate>;
export type UserUpdate = v.InferOutput<typeof UserUpdate>;

export const User = v.strictObject({
  id: v.string(),
  username: v.string(),
  displayName: v.string(),
  roleId: v.string(),
  language: LanguageCode,
  disabled: v.boolean(),
});
export type User = v.InferOutput<typeof User>;

/**
 * A sign-in that has not ended. Its id is the one the ledger has; it opens nothing, since a token must be signed too.
 * `agent` is what the browser says of itself. `lastSeenAt` is null when it was not used since the booth started.
 */
export const SignIn = v.strictObject({
  id: v.string(),
  source: v.string(),
  agent: v.nullable(v.string()),
  startedAt: At,
  lastSeenAt: v.nullable(At),
  /** Whether it is the one that asks. */
  current: v.boolean(),
});
export type SignIn = v.InferOutput<typeof SignIn>;

const RolePermissions = v.pipe(
  v.array(v.string("expected a permission"), "expected a list of permissions"),
  v.maxLength(26, "expected at most 26 permissions"),
);

export const RoleCreate = v.strictObject({ id: Slug, name: Line, permissions: RolePermissions });
export const RoleUpdate = v.strictObject({ name: Line, permissions: RolePermissions });
export type RoleCreate = v.InferOutput<typeof RoleCreate>;
export type RoleUpdate = v.InferOutput<typeof RoleUpdate>;

export const Role = v.strictObject({
  id: v.string(),
  name: v.string(),
  builtin: v.boolean(),
  permissions: v.array(v.picklist(PERMISSIONS)),
});
export type Role = v.InferOutput<typeof Role>;

/** A role in the list of all: with how many users have it, disabled ones too. No part of the role, nor of its entity tag. */
export const ListedRole = v.strictObject({
  ...Role.entries,
  users: Int,
});
export type ListedRole = v.InferOutput<typeof ListedRole>;

/** All that a role can hold: what can be done to each resource. */
export const PermissionGrid = v.strictObject({
  resources: v.array(v.string()),
  actions: v.array(v.string()),
  grid: v.record(v.string(), v.array(v.string())),
});
