import { Command } from "commander";
import type { Role } from "../../common/api/auth.ts";
import { lacking, PERMISSIONS } from "../../common/permissions.ts";
import { about } from "../cli/about.ts";
import { act, type Cli } from "../cli/cli.ts";
import { usageError } from "../cli/errors.ts";
import { checkInput } from "../cli/input.ts";
import { withBooth } from "../cli/open.ts";
import { confirmName } from "../cli/prompt.ts";

const LIST = "boothctl roles list";

/** `boothctl roles create` */
export function create(): Command {
  const command = new Command("create")
    .description("Creates a role, empty or as a copy of another.")
    .argument("<role>", "its id")
    .option("--copy <role>", "begin with the permissions of this role")
    .option("--name <name>", "the name people read (default: the id)")
    .action(
      act(async (cli, id: string, options: { copy?: string; name?: string }) => {
        const unchanged = `The role ${id} was not created.`;
        cli.whenRefused(unchanged, "boothctl roles create --help");
        const { RoleCreate } = await import("../../common/api/auth.ts");
        const empty = await checkInput(RoleCreate, { id, name: options.name ?? id, permissions: [] });
        cli.whenRefused(unchanged, LIST);
        await withBooth(cli, async ({ booth, actor }) => {
          const { roleIfAny, roleNamed } = await import("../cli/access-lists.ts");
          const { createRole, getRole } = await import("../../daemon/services/roles.ts");
          const permissions = options.copy === undefined ? [] : roleNamed(booth.db, options.copy).permissions;
          const known = roleIfAny(booth.db, id);
          if (known && known.name === empty.name && String(known.permissions) === String(permissions))
            return tell(cli, getRole(booth, id), "was there already");
          if (known) cli.whenRefused(unchanged, `boothctl roles show ${id}`);
          tell(cli, await createRole(booth, actor, { ...empty, permissions }), "was created");
        });
      }),
    );
  return about(command, { examples: ["boothctl roles create night --copy cashier"], exits: [6, 7] });
}

/** `boothctl roles rename` */
export function rename(): Command {
  const command = new Command("rename")
    .description("Gives a role another name for people to read; its id stays.")
    .argument("<role>", "its id")
    .argument("<name>", "the new name")
    .action(
      act(async (cli, id: string, name: string) => {
        cli.whenRefused(`The role ${id} was not changed.`, LIST);
        const { before, after } = await change(cli, id, (role) => ({ ...role, name }));
        tell(cli, after, before.name === after.name ? "has this name already" : `is called ${after.name}`);
      }),
    );
  return about(command, { examples: ['boothctl roles rename night "Night shift"'], exits: [6, 7] });
}

/** `boothctl roles grant` */
export function grant(): Command {
  const command = new Command("grant")
    .description("Adds permissions to a role; they hold from the next request on.")
    .argument("<role>", "its id")
    .argument("<permission...>", "permissions of the grid")
    .action(
      act((cli, id: string, given: string[]) =>
        changePermissions(cli, id, given, (held) => [...new Set([...held, ...given])]),
      ),
    );
  return about(command, {
    examples: ["boothctl roles grant night event:void", "boothctl roles grant night event:read report:read"],
    exits: [6, 7],
  });
}

/** `boothctl roles revoke` */
export function revoke(): Command {
  const command = new Command("revoke")
    .description("Takes permissions from a role; they are gone on the next request.")
    .argument("<role>", "its id")
    .argument("<permission...>", "permissions of the grid")
    .action(
      act((cli, id: string, taken: string[]) =>
        changePermissions(cli, id, taken, (held) => held.filter((each) => !taken.includes(each))),
      ),
    );
  return about(command, {
    examples: ["boothctl roles revoke night event:void", "boothctl roles revoke night event:read report:read"],
    exits: [6, 7],
  });
}

async function changePermissions(
  cli: Cli,
  id: string,
  named: readonly string[],
  next: (held: readonly string[]) => string[],
): Promise<void> {
  cli.whenRefused(`The role ${id} was not changed.`, "boothctl roles grid");
  const unknown = named.filter((permission) => !PERMISSIONS.some((each) => each === permission));
  if (unknown.length > 0) throw usageError(`The grid has no ${unknown.join(", ")}.`);
  cli.whenRefused(`The role ${id} was not changed.`, LIST);
  const { before, after, users } = await change(cli, id, (role) => ({ ...role, permissions: next(role.permissions) }));
  const added = lacking(before.permissions, after.permissions).map((each) => `+${each}`);
  const gone = lacking(after.permissions, before.permissions).map((each) => `-${each}`);
  const changes = [...added, ...gone];
  const whom = users === 1 ? "1 user" : `${users} users`;
  tell(cli, after, changes.length > 0 ? `changed: ${changes.join(" ")}, for ${whom}` : "is so already");
}

/** Changes a role on sight of its present state, and says how many users it concerns. */
function change(
  cli: Cli,
  id: string,
  edit: (role: Role) => { name: string; permissions: readonly string[] },
): Promise<{ before: Role; after: Role; users: number }> {
  return withBooth(cli, async ({ booth, actor }) => {
    const { RoleUpdate } = await import("../../common/api/auth.ts");
    const { getRole, updateRole } = await import("../../daemon/services/roles.ts");
    const { tagOf } = await import("../../common/node/etag.ts");
    const { roleNamed } = await import("../cli/access-lists.ts");
    const { users } = roleNamed(booth.db, id);
    const before = getRole(booth, id);
    const { name, permissions } = edit(before);
    const input = await checkInput(RoleUpdate, { name, permissions });
    return { before, after: await updateRole(booth, actor, id, input, tagOf(before)), users };
  });
}

/** `boothctl roles delete` */
export function remove(): Command {
  const command = new Command("delete")
    .description("Deletes a role that nobody has.")
    .argument("<role>", "its id")
    .option("--confirm <role>", "the id again, instead of being asked")
    .action(
      act(async (cli, id: string, { confirm }: { confirm?: string }) => {
        const unchanged = `The role ${id} was not deleted.`;
        cli.whenRefused(unchanged, LIST);
        await confirmName(cli, id, confirm, `This deletes the role ${id}.`);
        await withBooth(cli, async ({ booth, actor }) => {
          const { roleIfAny } = await import("../cli/access-lists.ts");
          const { deleteRole } = await import("../../daemon/services/roles.ts");
          const known = roleIfAny(booth.db, id);
          if (known && !known.builtin) cli.whenRefused(unchanged, "boothctl users list");
          if (known) await deleteRole(booth, actor, id);
          cli.print({ id, deleted: known !== null }, () => "");
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
