import { resolveModuleActivation } from "../../../common/modules.ts";
import { instant } from "../../../common/node/clock.ts";
import { sql } from "../../../common/node/db.ts";
import { ADMIN_ROLE } from "../../../common/permissions.ts";
import { openLedgerKeys } from "../../../daemon/ledger/keys.ts";
import { readHead } from "../../../daemon/ledger/ledger.ts";
import { verifyTail } from "../../../daemon/ledger/verify.ts";
import { siteOf } from "../../../daemon/services/sites.ts";
import { restore } from "../database-found.ts";
import { type DoctorCheck, failed, NO_DATABASE, passed, skipped, warning } from "../finding.ts";

const MINUTE_MS = 60_000;

const dbOpen: DoctorCheck = {
  id: "db.open",
  subject: "Database",
  look: ({ dbTrouble, dataDir }) => (dbTrouble ? { state: "failed", ...dbTrouble } : passed(`opens in ${dataDir}`)),
};

const dbIntegrity: DoctorCheck = {
  id: "db.integrity",
  subject: "Database",
  look({ raw, dataDir }) {
    if (!raw) return NO_DATABASE;
    const [first] = raw.pragma("integrity_check(1)") as { integrity_check: string }[];
    const said = first?.integrity_check ?? "nothing";
    if (said === "ok") return passed("its pages and indexes are sound");
    return { state: "failed", message: `is damaged: ${said}`, ...restore(dataDir) };
  },
};

const dbMigrations: DoctorCheck = {
  id: "db.migrations",
  subject: "Database",
  look({ raw, schemaTrouble }) {
    if (!raw) return NO_DATABASE;
    return schemaTrouble ? { state: "failed", ...schemaTrouble } : passed("has this program's schema");
  },
};

const ledgerTail: DoctorCheck = {
  id: "ledger.tail",
  subject: "Ledger",
  look({ db, secrets: { eventSigningKey }, dataDir }) {
    if (!db) return NO_DATABASE;
    if (!eventSigningKey) return skipped("EVENT_SIGNING_KEY is not valid");
    const bad = verifyTail(db, openLedgerKeys(eventSigningKey), dataDir);
    if (bad === null) return passed("its newest entries are whole and signed");
    return failed(`entry ${bad.seq}: ${bad.message}`, "boothctl ledger verify");
  },
};

/** The ledger knows a time that has been; a clock that stands before it is wrong. */
const clockLedger: DoctorCheck = {
  id: "clock.ledger",
  subject: "Clock",
  look({ db, clock }) {
    if (!db) return NO_DATABASE;
    const at = readHead(db)?.at;
    if (at === undefined || Date.parse(at) <= clock.now() + MINUTE_MS) return passed("goes on from the ledger's");
    return failed(
      `says ${instant(clock.now())}, and the newest entry of the ledger is of ${at}`,
      "timedatectl set-ntp true",
      "Without a network: timedatectl set-time, with the day and the time.",
    );
  },
};

const adminExists: DoctorCheck = {
  id: "admin.exists",
  subject: "People",
  look({ db }) {
    if (!db) return NO_DATABASE;
    const found = sql(db, "SELECT 1 FROM users WHERE role_id = ? AND disabled = 0 LIMIT 1").get(ADMIN_ROLE);
    return found ? passed("an administrator can sign in") : failed("nobody can administer it", "boothctl seed-admin");
  },
};

const moduleDeps: DoctorCheck = {
  id: "module.deps",
  subject: "Modules",
  needs: ["MODULES_ENTITLED"],
  look({ db, config: { modulesEntitled } }) {
    if (!db) return NO_DATABASE;
    const { modules_json: stored } = siteOf(db);
    if (stored === null) return passed(`all entitled: ${modulesEntitled.join(", ")}`);
    const activated = JSON.parse(stored) as string[];
    const resolved = resolveModuleActivation(activated, modulesEntitled);
    if (resolved.ok) return passed(resolved.modules.join(", "));
    const possible = activated.filter((id) => modulesEntitled.some((own) => own === id));
    const modules = possible.length > 0 ? possible : modulesEntitled;
    return warning(resolved.reason, `boothctl modules set ${modules.join(" ")}`);
  },
};

/** What lies in the data directory. */
export const DATABASE_CHECKS: readonly DoctorCheck[] = [
  dbOpen,
  dbIntegrity,
  dbMigrations,
  ledgerTail,
  clockLedger,
  adminExists,
  moduleDeps,
];
