import { Command } from "commander";
import { GRID, lacking, PERMISSIONS } from "../../common/permissions.ts";
import { about } from "../cli/about.ts";
import { act } from "../cli/cli.ts";
import { matrix, roleMatrix } from "../cli/matrix.ts";
import { withDatabase } from "../cli/open.ts";
import { pairs, table } from "../cli/text.ts";
import { create, grant, remove, rename, revoke } from "./roles-change.ts";

const LIST = "boothctl roles list";

/** `boothctl roles …` */
export function rolesCommand(): Command {
  const roles = new Command("roles").description("What people may do: roles are sets of permissions.");
  for (const verb of [list(), show(), grid(), create(), rename(), grant(), revoke(), diff(), remove()])
    roles.addCommand(verb);
  return roles;
}

function list(): Command {
  const command = new Command("list").description("Lists all roles.").action(
    act(async (cli) => {
      const { allRoles } = await import("../cli/access-lists.ts");
      const items = await withDatabase(cli, allRoles);
      const rows = items.map(({ id, name, builtin, permissions, users }) => [
        id,
        name,
        builtin,
        permissions.length,
        users,
      ]);
      cli.print({ items, next: null }, () => table(["role", "name", "built in", "permissions", "users"], rows));
    }),
  );
  return about(command, { examples: [LIST] });
}

function show(): Command {
  const command = new Command("show")
    .description("Shows a role, what it may do, and how many users have it.")
    .argument("<role>", "its id")
    .action(
      act(async (cli, id: string) => {
        cli.whenRefused("Nothing was changed.", LIST);
        const { roleNamed } = await import("../cli/access-lists.ts");
        const role = await withDatabase(cli, (db) => roleNamed(db, id));
        const head: [string, unknown][] = [
          ["role", role.id],
          ["name", role.name],
          ["built in", role.builtin],
          ["users", role.users],
        ];
        cli.print(role, () => `${pairs(head)}\n\n${roleMatrix(role.permissions)}`);
      }),
    );
  return about(command, { examples: ["boothctl roles show cashier"], exits: [6] });
}

function grid(): Command {
  const command = new Command("grid")
    .description("Shows every permission there is.")
    .action(act((cli) => cli.print({ resources: GRID, permissions: PERMISSIONS }, () => matrix(() => "✓"))));
  return about(command, { examples: ["boothctl roles grid"] });
}

function diff(): Command {
  const command = new Command("diff")
    .description("Shows what one role may do and the other may not.")
    .argument("<role>", "the one")
    .argument("<other>", "the other")
    .action(
      act(async (cli, id: string, other: string) => {
        cli.whenRefused("Nothing was changed.", LIST);
        const { roleNamed } = await import("../cli/access-lists.ts");
        const [one, two] = await withDatabase(cli, (db) => [roleNamed(db, id), roleNamed(db, other)] as const);
        const onlyOne = lacking(two.permissions, one.permissions);
        const onlyTwo = lacking(one.permissions, two.permissions);
        const rows = PERMISSIONS.filter((each) => onlyOne.includes(each) || onlyTwo.includes(each)).map((each) => [
          ...each.split(":"),
          onlyOne.includes(each),
          onlyTwo.includes(each),
        ]);
        cli.print({ only: { [id]: onlyOne, [other]: onlyTwo } }, () =>
          rows.length === 0 ? "" : table(["resource", "action", id, other], rows),
        );
        if (rows.length === 0) cli.say(`${id} and ${other} may do the same.`);
      }),
    );
  return about(command, { examples: ["boothctl roles diff cashier operator"], exits: [6] });
}
