import type { WashCategories, WashCategory, WashCategoryList } from "../../../common/api/carwash.ts";
import { refuseInput } from "../../../common/errors.ts";
import { type Db, sql } from "../../../common/node/db.ts";
import { assertUnchanged } from "../../../common/node/etag.ts";
import type { Actor, Needs } from "../../context.ts";

interface CategoryRow {
  id: string;
  name: string;
  classes: string;
}

/** What the car wash sells, in the order in which it is shown. */
export function readCategories({ db }: Needs<"db">): WashCategoryList {
  const rows = sql<CategoryRow>(db, "SELECT id, name, classes FROM wash_categories ORDER BY position").all();
  return {
    items: rows.map(({ id, name, classes }) => ({ id, name, classes: JSON.parse(classes) as WashCategory["classes"] })),
    next: null,
  };
}

/** A category by its id. Refuses with `invalid_input`. */
export function categoryById(db: Db, id: string): WashCategory {
  const { items } = readCategories({ db });
  return items.find((category) => category.id === id) ?? refuseInput("categoryId", "expected one of the categories");
}

/**
 * Replaces the categories; `expected` is an entity tag the caller saw. What was ordered keeps its category as it was.
 * One `site_change`, and none where nothing changed. Refuses with `changed_meanwhile`.
 */
export async function writeCategories(
  booth: Needs<"ledger">,
  actor: Actor,
  { items }: WashCategories,
  expected?: string,
): Promise<WashCategoryList> {
  return booth.ledger.commit(actor, (tx) => {
    const before = readCategories(tx);
    assertUnchanged(expected, before);
    const after: WashCategoryList = { items, next: null };
    if (JSON.stringify(before) === JSON.stringify(after)) return before;
    store(tx.db, items);
    tx.append("site_change", { before: { washCategories: before.items }, after: { washCategories: items } });
    return readCategories(tx);
  });
}

function store(db: Db, items: readonly WashCategory[]): void {
  sql(db, "DELETE FROM wash_categories").run();
  const insert = sql(db, "INSERT INTO wash_categories (id, position, name, classes) VALUES (?, ?, ?, ?)");
  for (const [position, { id, name, classes }] of items.entries())
    insert.run(id, position, name, JSON.stringify(classes));
}
