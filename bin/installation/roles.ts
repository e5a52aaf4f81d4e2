import type { KeyPurpose } from "../cli/make-key.ts";

/** What a machine is installed as, and all that makes the difference. */
export interface Role {
  /** Its user, after whom a release names its lists of users (`.sysusers`) and units (`.preset`). */
  user: string;
  service: string;
  environment: { file: string; example: string };
  keyFolder: string;
  /** The files of its secrets, and what is made for each; null where somebody has to bring it. */
  keys: Readonly<Record<string, KeyPurpose | null>>;
  dataDir: string;
}

export const ROLES = {
  booth: {
    user: "parking-booth",
    service: "parking-booth.service",
    environment: { file: "booth.env", example: "booth.env.example" },
    keyFolder: "keys",
    keys: { EVENT_SIGNING_KEY: "signing", SESSION_SECRET: "session", BACKUP_KEY: "backup", COLLECTOR_TOKEN: null },
    dataDir: "var/lib/parking-booth",
  },
  collector: {
    user: "parking-collector",
    service: "parking-booth-collector.service",
    environment: { file: "collector.env", example: "collector.env.example" },
    keyFolder: "collector-keys",
    keys: { REVIEWER_LOGIN: null },
    dataDir: "var/lib/parking-collector",
  },
} as const satisfies Record<string, Role>;

export type RoleName = keyof typeof ROLES;
export const isRoleName = (word: string): word is RoleName => Object.hasOwn(ROLES, word);
