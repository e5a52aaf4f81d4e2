import * as v from "valibot";
import type { ModuleId } from "../modules.ts";
import type { Permission } from "../permissions.ts";
import type { Language } from "../words.ts";
import { LanguageCode, Line, Slug } from "./parts.ts";

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

export interface SessionUser {
  id: string;
  username: string;
  displayName: string;
  roleId: string;
  roleName: string;
  permissions: Permission[];
  language: Language;
}

export interface Me extends SessionUser {
  modules: ModuleId[];
}

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

export interface User {
  id: string;
  username: string;
  displayName: string;
  roleId: string;
  language: Language;
  disabled: boolean;
}

/**
 * A sign-in that has not ended. Its id is the one the ledger has; it opens nothing, since a token must be signed too.
 * `agent` is what the browser says of itself. `lastSeenAt` is null when it was not used since the booth started.
 */
export interface SignIn {
  id: string;
  source: string;
  agent: string | null;
  startedAt: string;
  lastSeenAt: string | null;
  /** Whether it is the one that asks. */
  current: boolean;
}

const RolePermissions = v.pipe(
  v.array(v.string("expected a permission"), "expected a list of permissions"),
  v.maxLength(26, "expected at most 26 permissions"),
);

export const RoleCreate = v.strictObject({ id: Slug, name: Line, permissions: RolePermissions });
export const RoleUpdate = v.strictObject({ name: Line, permissions: RolePermissions });
export type RoleCreate = v.InferOutput<typeof RoleCreate>;
export type RoleUpdate = v.InferOutput<typeof RoleUpdate>;

export interface Role {
  id: string;
  name: string;
  builtin: boolean;
  permissions: Permission[];
}

/** A role in the list of all: with how many users have it, disabled ones too. No part of the role, nor of its entity tag. */
export interface ListedRole extends Role {
  users: number;
}
