import { Command } from "commander";
import type { Role } from "../../common/api/auth.ts";
import { GRID, lacking, PERMISSIONS, RESOURCES } from "../../common/permissions.ts";
import { about } from "../cli/about.ts";
import { act, type Cli } from "../cli/cli.ts";
import { usageError } from "../cli/errors.ts";
import { checkInput } from "../cli/input.ts";
import { type OpenedBooth, withBooth, withDatabase } from "../cli/open.ts";
import { confirmName } from "../cli/prompt.ts";
import { pairs, table } from "../cli/text.ts";

/** `boothctl roles …` */
export function rolesCommand(): Command {
  const roles = new Command("roles").description("What people may do: roles are sets of permissions.");
  for (const verb of [list(), show(), grid(), create(), grant(), revoke(), diff(), remove()]) roles.addCommand(verb);
  return roles;
}

function list(): Command {
  const command = new Command("list").description("Lists all roles.").action(
    act(async (cli) => {
      const { allRoles } = await import("../cli/access-lists.ts");
      const items = await withDatabase(cli, allRoles);
      const rows = items.map(({ id, name, builtin, permissions }) => [id, name, builtin, permissions.length]);
      cli.print({ items, next: null }, () => table(["role", "name", "built in", "permissions"], rows));
    }),
  );
  return about(command, { examples: ["boothctl roles list"] });
}

function show(): Command {
  const command = new Command("show")
    .description("Shows a role with its permissions.")
    .argument("<role>", "its id")
    .action(
      act(async (cli, id: string) => {
        cli.whenRefused("Nothing was changed.", "boothctl roles list");
        const role = await withDatabase(cli, async (db) =>
          (await import("../../daemon/services/roles.ts")).getRole({ db }, id),
        );
        cli.print(role, () =>
          pairs([["role", role.id], ["name", role.name], ["built in", role.builtin], ...gridRows(role.permissions)]),
        );
      }),
    );
  return about(command, { examples: ["boothctl roles show cashier"], exits: [6] });
}

function gridRows(permissions: readonly string[]): [string, string][] {
  return RESOURCES.map((resource) => [
    resource,
    GRID[resource].filter((action) => permissions.includes(`${resource}:${action}`)).join(" "),
  ]);
}

function grid(): Command {
  const command = new Command("grid")
    .description("Shows every permission there is.")
    .action(act((cli) => cli.print({ resources: GRID, permissions: PERMISSIONS }, () => pairs(gridRows(PERMISSIONS)))));
  return about(command, { examples: ["boothctl roles grid"] });
}

function create(): Command {
  const command = new Command("create")
    .description("Creates a role, empty or as a copy of another.")
    .argument("<role>", "its id")
    .option("--copy <role>", "begin with the permissions of this role")
    .option("--name <name>", "the name people read (default: the id)")
    .action(
      act(async (cli, id: string, options: { copy?: string; name?: string }) => {
        cli.whenRefused(`The role ${id} was not created.`, "boothctl roles list");
        await withBooth(cli, async ({ booth, actor }) => {
          const { RoleCreate } = await import("../../common/api/auth.ts");
          const { createRole, getRole } = await import("../../daemon/services/roles.ts");
          const { allRoles } = await import("../cli/access-lists.ts");
          const permissions = options.copy === undefined ? [] : getRole(booth, options.copy).permissions;
          const input = await checkInput(RoleCreate, { id, name: options.name ?? id, permissions });
          const known = allRoles(booth.db).find((role) => role.id === id);
          if (known && known.name === input.name && String(known.permissions) === String(permissions))
            return tell(cli, known, "was there already");
          tell(cli, await createRole(booth, actor, input), "was created");
        });
      }),
    );
  return about(command, { examples: ["boothctl roles create night --copy cashier"], exits: [6, 7] });
}

function grant(): Command {
  const command = new Command("grant")
    .description("Adds permissions to a role; they hold from the next request on.")
    .argument("<role>", "its id")
    .argument("<permission...>", "permissions of the grid")
    .action(
      act((cli, id: string, given: string[]) =>
        changePermissions(cli, id, given, (held) => [...new Set([...held, ...given])]),
      ),
    );
  return about(command, { examples: ["boothctl roles grant night event:void"], exits: [6, 7] });
}

function revoke(): Command {
  const command = new Command("revoke")
    .description("Takes permissions from a role; they are gone on the next request.")
    .argument("<role>", "its id")
    .argument("<permission...>", "permissions of the grid")
    .action(
      act((cli, id: string, taken: string[]) =>
        changePermissions(cli, id, taken, (held) => held.filter((each) => !taken.includes(each))),
      ),
    );
  return about(command, { examples: ["boothctl roles revoke night event:void"], exits: [6, 7] });
}

async function changePermissions(
  cli: Cli,
  id: string,
  named: string[],
  next: (held: string[]) => string[],
): Promise<void> {
  cli.whenRefused(`The role ${id} was not changed.`, "boothctl roles grid");
  const unknown = named.filter((permission) => !PERMISSIONS.some((each) => each === permission));
  if (unknown.length > 0) throw usageError(`The grid has no ${unknown.join(", ")}.`);
  await withBooth(cli, (opened) => writePermissions(cli, opened, id, next));
}

async function writePermissions(
  cli: Cli,
  { booth, actor }: OpenedBooth,
  id: string,
  next: (held: string[]) => string[],
): Promise<void> {
  const { getRole, updateRole } = await import("../../daemon/services/roles.ts");
  const { tagOf } = await import("../../common/node/etag.ts");
  const role = getRole(booth, id);
  const after = await updateRole(
    booth,
    actor,
    id,
    { name: role.name, permissions: next(role.permissions) },
    tagOf(role),
  );
  const added = lacking(role.permissions, after.permissions);
  const gone = lacking(after.permissions, role.permissions);
  const changes = [...added.map((each) => `+${each}`), ...gone.map((each) => `-${each}`)];
  tell(cli, after, changes.length > 0 ? `changed: ${changes.join(" ")}` : "is so already");
}

function diff(): Command {
  const command = new Command("diff")
    .description("Shows what one role holds and the other does not.")
    .argument("<role>", "the one")
    .argument("<other>", "the other")
    .action(
      act(async (cli, id: string, other: string) => {
        cli.whenRefused("Nothing was changed.", "boothctl roles list");
        const [one, two] = await withDatabase(cli, async (db) => {
          const { getRole } = await import("../../daemon/services/roles.ts");
          return [getRole({ db }, id), getRole({ db }, other)] as const;
        });
        const onlyOne = lacking(two.permissions, one.permissions);
        const onlyTwo = lacking(one.permissions, two.permissions);
        const lines = [...onlyOne.map((each) => `- ${each}`), ...onlyTwo.map((each) => `+ ${each}`)];
        cli.print({ only: { [id]: onlyOne, [other]: onlyTwo } }, () => lines.join("\n"));
      }),
    );
  return about(command, { examples: ["boothctl roles diff cashier operator"], exits: [6] });
}

function remove(): Command {
  const command = new Command("delete")
    .description("Deletes a role that nobody has.")
    .argument("<role>", "its id")
    .option("--confirm <role>", "the id again, instead of being asked")
    .action(
      act(async (cli, id: string, { confirm }: { confirm?: string }) => {
        cli.whenRefused(`The role ${id} was not deleted.`, "boothctl users list");
        await confirmName(cli, id, confirm, `This deletes the role ${id}.`);
        await withBooth(cli, async ({ booth, actor }) => {
          const { deleteRole } = await import("../../daemon/services/roles.ts");
          const { allRoles } = await import("../cli/access-lists.ts");
          const known = allRoles(booth.db).some((role) => role.id === id);
          if (known) await deleteRole(booth, actor, id);
          cli.print({ id, deleted: known }, () => "");
          cli.say(known ? `The role ${id} was deleted.` : `There is no role ${id}: nothing to do.`);
        });
      }),
    );
  return about(command, { examples: ["boothctl roles delete night --confirm night"], exits: [7] });
}

function tell(cli: Cli, role: Role, became: string): void {
  cli.print(role, () => "");
  cli.say(`The role ${role.id} ${became}.`);
}
