import type { Hello, Site, SiteConfig, SiteConfigUpdate } from "../../common/api/site.ts";
import { BoothError, refuse } from "../../common/errors.ts";
import { effectiveModules, MODULE_IDS, type ModuleId, resolveModuleActivation } from "../../common/modules.ts";
import { denominationsOf } from "../../common/money.ts";
import { type Db, sql } from "../../common/node/db.ts";
import { assertUnchanged } from "../../common/node/etag.ts";
import { LANGUAGES, type Language } from "../../common/words.ts";
import type { Actor, Config, Needs } from "../context.ts";
import type { Transaction } from "../ledger/ledger.ts";
import { occupancyOf, type SiteRow, siteOf } from "./sites.ts";

type Entitled = readonly ModuleId[];

/** Gives an empty database its one site, and notes that setup began. Does nothing where there is one. */
export function seedSite(db: Db, at: string): void {
  const timeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
  db.transaction(() => {
    const site = sql(db, "SELECT 1 FROM sites LIMIT 1").get();
    if (!site)
      sql(
        db,
        "INSERT INTO sites (id, name, timezone, currency, language) VALUES ('main', 'Parking', ?, 'EUR', 'en')",
      ).run(timeZone);
    sql(db, "INSERT OR IGNORE INTO setup_state (id, started_at) VALUES (1, ?)").run(at);
  }).immediate();
}

function activatedOf(row: SiteRow): ModuleId[] | null {
  return row.modules_json === null ? null : (JSON.parse(row.modules_json) as ModuleId[]);
}

/** The modules in effect: entitled, activated, and complete in what they depend on. Read fresh, so it is never stale. */
export function effectiveModulesOf(booth: Needs<"db" | "config">): ModuleId[] {
  return effectiveModules(booth.config.modulesEntitled, activatedOf(siteOf(booth.db)));
}

function configOf(row: SiteRow, entitled: Entitled): SiteConfig {
  const activated = activatedOf(row);
  return {
    id: row.id,
    name: row.name,
    address: row.address,
    timezone: row.timezone,
    currency: row.currency,
    language: row.language as Language,
    capacity: row.capacity,
    receiptHeader: row.receipt_header,
    receiptFooter: row.receipt_footer,
    taxLabel: row.tax_label,
    modules: effectiveModules(entitled, activated),
    modulesEntitled: [...entitled],
    modulesActivated: activated,
    entryPresenceBypass: row.entry_presence_bypass === 1,
    entryPresenceBypassUntil: row.entry_presence_bypass_until,
    plateRetentionDays: row.plate_retention_days,
  };
}

/** The site's configuration as an administrator sees it. */
export function readSiteConfig(booth: Needs<"db"> & { config: Pick<Config, "modulesEntitled"> }): SiteConfig {
  return configOf(siteOf(booth.db), booth.config.modulesEntitled);
}

/** What every screen needs to know of the site. */
export function readSite(booth: Needs<"db">): Site {
  const { name, timezone, currency, language } = siteOf(booth.db);
  const { capacity, carsInside, full } = occupancyOf(booth.db);
  return {
    name,
    timezone,
    currency,
    language: language as Language,
    capacity,
    carsInside,
    full,
    denominations: [...denominationsOf(currency)],
  };
}

/** What a sign-in screen shows to anybody. */
export function readHello(booth: Needs<"db" | "config">): Hello {
  const { version, demo } = booth.config;
  const { name, timezone } = siteOf(booth.db);
  return { siteName: name, timezone, languages: [...LANGUAGES], version, demo };
}

type PlainUpdate = Omit<SiteConfigUpdate, "modules">;

const COLUMNS: Readonly<Record<keyof PlainUpdate, string>> = {
  name: "name",
  address: "address",
  timezone: "timezone",
  currency: "currency",
  language: "language",
  capacity: "capacity",
  receiptHeader: "receipt_header",
  receiptFooter: "receipt_footer",
  taxLabel: "tax_label",
  entryPresenceBypass: "entry_presence_bypass",
  entryPresenceBypassUntil: "entry_presence_bypass_until",
  plateRetentionDays: "plate_retention_days",
};

/** Writes what differs; one `site_change` holds those keys as they were and as they are. */
function changePlain(tx: Transaction, current: SiteConfig, update: PlainUpdate): void {
  const changed = (Object.keys(COLUMNS) as (keyof PlainUpdate)[]).filter(
    (key) => update[key] !== undefined && update[key] !== current[key],
  );
  if (changed.length === 0) return;
  if (changed.includes("currency") && sql(tx.db, "SELECT 1 FROM payments LIMIT 1").get()) {
    refuse("currency_locked", "the currency cannot change any more: money has been taken in it");
  }
  for (const key of changed) {
    const value = update[key];
    sql(tx.db, `UPDATE sites SET ${COLUMNS[key]} = ? WHERE id = ?`).run(
      typeof value === "boolean" ? Number(value) : value,
      current.id,
    );
  }
  const pick = (from: PlainUpdate) => Object.fromEntries(changed.map((key) => [key, from[key]]));
  tx.append("site_change", { before: pick(current), after: pick(update) });
}

/** Stores the desired set (null: all entitled); one `config_change` for each module that flips. Tells whether any did. */
function changeModules(
  tx: Transaction,
  current: SiteConfig,
  desired: readonly string[] | null,
  entitled: Entitled,
): boolean {
  const resolved = desired === null ? null : resolveModuleActivation(desired, entitled);
  if (resolved && !resolved.ok) {
    throw new BoothError("invalid_input", resolved.reason, {
      details: [{ path: "modules", message: resolved.reason }],
    });
  }
  const activated = resolved ? resolved.modules : null;
  sql(tx.db, "UPDATE sites SET modules_json = ? WHERE id = ?").run(
    activated ? JSON.stringify(activated) : null,
    current.id,
  );
  const after = effectiveModules(entitled, activated);
  const flipped = MODULE_IDS.filter((id) => current.modules.includes(id) !== after.includes(id));
  for (const module of flipped) tx.append("config_change", { module, active: after.includes(module) });
  return flipped.length > 0;
}

/**
 * Changes the keys an update carries; `expected` is an entity tag the caller saw. Refuses with `invalid_input` (modules
 * that are not entitled or depend on one left out), `currency_locked`, `changed_meanwhile`.
 */
export async function updateSiteConfig(
  booth: Needs<"ledger" | "config" | "bus">,
  actor: Actor,
  update: SiteConfigUpdate,
  expected?: string,
): Promise<SiteConfig> {
  const entitled = booth.config.modulesEntitled;
  const { config, flipped } = await booth.ledger.commit(actor, (tx) => {
    const current = configOf(siteOf(tx.db), entitled);
    assertUnchanged(expected, current);
    const { modules, ...plain } = update;
    changePlain(tx, current, plain);
    const anyFlip = modules !== undefined && changeModules(tx, current, modules, entitled);
    return { config: configOf(siteOf(tx.db), entitled), flipped: anyFlip };
  });
  if (flipped) {
    booth.bus.announce("modulesChanged", null);
    booth.bus.announce("accessChanged", null);
  }
  return config;
}
