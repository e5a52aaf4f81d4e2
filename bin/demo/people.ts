import { randomInt } from "node:crypto";
import type { Passwords } from "../../common/node/passwords.ts";
import type { Actor, Booth } from "../../daemon/context.ts";
import { cliActor } from "../../daemon/services/actors.ts";
import { seedAdmin } from "../../daemon/services/seed.ts";
import { createUser, listUsers, updateUser } from "../../daemon/services/users.ts";

/** Who can sign in at the demo, and what for. */
export interface Person {
  username: string;
  password: string;
  about: string;
}

const PEOPLE = [
  { username: "cashier", displayName: "Maria Costa", about: "takes money: start here" },
  { username: "operator", displayName: "Jon Weber", about: "leads the shift: voids, sees the sums, reads the ledger" },
  { username: "admin", displayName: "Alex Moreno", about: "may do everything" },
  { username: "readonly", displayName: "Kim Larsen", about: "looks on" },
];

const FIRST = [
  "amber",
  "brisk",
  "calm",
  "copper",
  "early",
  "gentle",
  "golden",
  "green",
  "honest",
  "jolly",
  "lucky",
  "mellow",
  "noble",
  "quiet",
  "rapid",
  "silver",
  "sunny",
  "swift",
  "tidy",
  "warm",
];
const SECOND = [
  "anchor",
  "beacon",
  "bridge",
  "canal",
  "cedar",
  "falcon",
  "ferry",
  "harbour",
  "heron",
  "island",
  "lantern",
  "maple",
  "meadow",
  "orchard",
  "pebble",
  "river",
  "sail",
  "sparrow",
  "tram",
  "willow",
];

/** A password that can be read aloud and typed; by chance, and for a demo on loopback only. */
export function makePassword(): string {
  return `${FIRST[randomInt(FIRST.length)]}-${SECOND[randomInt(SECOND.length)]}-${randomInt(100, 1000)}`;
}

/** Makes the people of the demo, or, where it was kept, gives them new passwords. */
export async function seatPeople(booth: Booth, passwords: Passwords): Promise<Person[]> {
  const actor = cliActor("demo");
  const known = listUsers(booth, { limit: 500 }).items;
  return Promise.all(
    PEOPLE.map(async ({ username, displayName, about }) => {
      const password = makePassword();
      const user = known.find((each) => each.username === username);
      if (user) await updateUser(booth, passwords, actor, user.id, { password });
      else if (username === "admin") await seedAdmin(booth, passwords, actor, { username, password });
      else
        await createUser(booth, passwords, actor, {
          username,
          displayName,
          roleId: username,
          language: "en",
          password,
        });
      return { username, password, about };
    }),
  );
}

/** The cashier and the operator in turn, for what the demo has them do; at a booth without them, somebody at its command line. */
export function personAt(booth: Booth, turn: number): Actor {
  const wanted = PEOPLE[turn % 2]?.username;
  const user = listUsers(booth, { limit: 500 }).items.find(({ username }) => username === wanted);
  const demo = cliActor("demo");
  return user ? { ...demo, type: "user", id: user.id } : demo;
}
