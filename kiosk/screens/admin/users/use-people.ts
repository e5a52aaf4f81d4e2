import { useEffect } from "preact/hooks";
import type { User } from "../../../../common/api/auth.ts";
import type { Page } from "../../../../common/api/parts.ts";
import { get } from "../../../api.ts";
import { onEvent } from "../../../feed.ts";
import { type Loaded, useLoad } from "../../../parts/use-load.ts";

/** Everybody, by user name, read again as somebody changes. */
export function usePeople(): Loaded<User[]> {
  const loaded = useLoad(readPeople, "people");
  const { reload } = loaded;
  useEffect(
    () =>
      onEvent(({ kind }) => {
        if (kind === "user_change") reload();
      }),
    [reload],
  );
  return loaded;
}

async function readPeople(): Promise<User[]> {
  const people: User[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const page: Page<User> = await get(`/api/users?limit=500${cursor && `&cursor=${encodeURIComponent(cursor)}`}`);
    people.push(...page.items);
    cursor = page.next;
  }
  return people;
}
