/** The permission grid: for each resource, what can be done to it. 26 permissions in all. */
export const GRID = {
  user: ["create", "read", "update", "delete"],
  role: ["create", "read", "update", "delete"],
  tariff: ["read", "update"],
  subscription: ["create", "read", "update"],
  site: ["read", "update"],
  device: ["read", "update"],
  shift: ["create", "read", "cash"],
  payment: ["create"],
  session: ["read", "update"],
  event: ["read", "void"],
  report: ["read"],
} as const;

export const ACTIONS = ["create", "read", "update", "delete", "void", "cash"] as const;

export type Resource = keyof typeof GRID;
export type Action = (typeof ACTIONS)[number];
export type Permission = { [R in Resource]: `${R}:${(typeof GRID)[R][number]}` }[Resource];

export const RESOURCES = Object.keys(GRID) as Resource[];

export const PERMISSIONS: readonly Permission[] = RESOURCES.flatMap((resource) =>
  GRID[resource].map((action) => `${resource}:${action}` as Permission),
);

/** Whether a string names a permission of the grid. */
export function isPermission(value: string): value is Permission {
  return (PERMISSIONS as readonly string[]).includes(value);
}

/** The id of the built-in role that holds everything and cannot be changed. */
export const ADMIN_ROLE = "admin";

const of = (...resources: Resource[]): Permission[] =>
  PERMISSIONS.filter((permission) => resources.some((resource) => permission.startsWith(`${resource}:`)));

/** The roles a new booth starts with; all but `admin` are data from then on. */
export const SEEDED_ROLES: readonly { id: string; name: string; builtin: boolean; permissions: Permission[] }[] = [
  { id: ADMIN_ROLE, name: "Administrator", builtin: true, permissions: [...PERMISSIONS] },
  {
    id: "operator",
    name: "Operator",
    builtin: false,
    permissions: [
      "tariff:read",
      "site:read",
      "device:read",
      ...of("subscription", "shift", "payment", "session", "event", "report"),
    ],
  },
  {
    id: "cashier",
    name: "Cashier",
    builtin: false,
    permissions: ["tariff:read", "subscription:read", "device:read", ...of("shift", "payment", "session")],
  },
  {
    id: "readonly",
    name: "Read only",
    builtin: false,
    permissions: PERMISSIONS.filter((permission) => permission.endsWith(":read")),
  },
];

/** What of `wanted` is not among `held`, in the order of the grid. */
export function lacking(held: readonly string[], wanted: readonly string[]): Permission[] {
  return PERMISSIONS.filter((permission) => wanted.includes(permission) && !held.includes(permission));
}
