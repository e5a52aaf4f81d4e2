import { resolveModuleActivation } from "../../../common/modules.ts";
import { sql } from "../../../common/node/db.ts";
import { ADMIN_ROLE } from "../../../common/permissions.ts";
import { openLedgerKeys } from "../../../daemon/ledger/keys.ts";
import { verifyTail } from "../../../daemon/ledger/verify.ts";
import { siteOf } from "../../../daemon/services/sites.ts";
import { type DoctorCheck, failed, passed, skipped, warning } from "../finding.ts";
import { RESTORE } from "../patient.ts";

const NO_DATABASE = "the database cannot be looked at";

const dbOpen: DoctorCheck = {
  id: "db.open",
  subject: "Database",
  look: ({ dbTrouble, dataDir }) =>
    dbTrouble ? failed(dbTrouble.message, dbTrouble.fix) : passed(`opens in ${dataDir}`),
};

const dbIntegrity: DoctorCheck = {
  id: "db.integrity",
  subject: "Database",
  look({ raw }) {
    if (!raw) return skipped(NO_DATABASE);
    const [first] = raw.pragma("integrity_check(1)") as { integrity_check: string }[];
    const said = first?.integrity_check ?? "nothing";
    return said === "ok" ? passed("its pages and indexes are sound") : failed(`is damaged: ${said}`, RESTORE);
  },
};

const dbMigrations: DoctorCheck = {
  id: "db.migrations",
  subject: "Database",
  look({ raw, schemaTrouble }) {
    if (!raw) return skipped(NO_DATABASE);
    if (schemaTrouble === null) return passed("has this program's schema");
    const isNewer = schemaTrouble.includes("newer");
    return failed(schemaTrouble, isNewer ? "boothctl upgrade check" : "restart the booth: it migrates at the start");
  },
};

const ledgerTail: DoctorCheck = {
  id: "ledger.tail",
  subject: "Ledger",
  look({ db, settings, dataDir }) {
    if (!db) return skipped(NO_DATABASE);
    if (!settings) return skipped("the settings are not valid");
    const bad = verifyTail(db, openLedgerKeys(settings.secrets.eventSigningKey), dataDir);
    if (bad === null) return passed("its newest entries are whole and signed");
    return failed(`entry ${bad.seq}: ${bad.message}`, "boothctl ledger verify");
  },
};

const adminExists: DoctorCheck = {
  id: "admin.exists",
  subject: "People",
  look({ db }) {
    if (!db) return skipped(NO_DATABASE);
    const found = sql(db, "SELECT 1 FROM users WHERE role_id = ? AND disabled = 0 LIMIT 1").get(ADMIN_ROLE);
    return found ? passed("an administrator can sign in") : failed("nobody can administer it", "boothctl seed-admin");
  },
};

const moduleDeps: DoctorCheck = {
  id: "module.deps",
  subject: "Modules",
  look({ db, settings }) {
    if (!db) return skipped(NO_DATABASE);
    if (!settings) return skipped("the settings are not valid");
    const { modulesEntitled } = settings.config;
    const { modules_json: stored } = siteOf(db);
    if (stored === null) return passed(`all entitled: ${modulesEntitled.join(", ")}`);
    const activated = JSON.parse(stored) as string[];
    const resolved = resolveModuleActivation(activated, modulesEntitled);
    if (resolved.ok) return passed(resolved.modules.join(", "));
    return warning(
      resolved.reason,
      `boothctl modules set ${activated.filter((id) => modulesEntitled.some((own) => own === id)).join(" ")}`,
    );
  },
};

/** What lies in the data directory. */
export const DATABASE_CHECKS: readonly DoctorCheck[] = [
  dbOpen,
  dbIntegrity,
  dbMigrations,
  ledgerTail,
  adminExists,
  moduleDeps,
];
