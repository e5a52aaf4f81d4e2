import type { ComponentType } from "preact";
import type { ModuleId } from "../../../common/modules.ts";
import type { Permission } from "../../../common/permissions.ts";
import { isAdmin, may, moduleActive } from "../../session.ts";
import { BackupFact } from "./backup/fact.tsx";
import { BackupPage } from "./backup/page.tsx";
import { CarwashFact } from "./carwash/fact.tsx";
import { CarwashPage } from "./carwash/page.tsx";
import { LedgerFact } from "./ledger/fact.tsx";
import { LedgerPage } from "./ledger/page.tsx";
import { ModulesFact } from "./modules/fact.tsx";
import { ModulesPage } from "./modules/page.tsx";
import { ReportsFact } from "./reports/fact.tsx";
import { ReportsPage } from "./reports/page.tsx";
import { RolesFact } from "./roles/fact.tsx";
import { RolesPage } from "./roles/page.tsx";
import { ScreenFact } from "./screen/fact.tsx";
import { ScreenPage } from "./screen/page.tsx";
import { SetupFact } from "./setup/fact.tsx";
import { SetupPage } from "./setup/page.tsx";
import { SiteFact } from "./site/fact.tsx";
import { SitePage } from "./site/page.tsx";
import { SubscriptionsFact } from "./subscriptions/fact.tsx";
import { SubscriptionsPage } from "./subscriptions/page.tsx";
import { TariffsFact } from "./tariffs/fact.tsx";
import { TariffsPage } from "./tariffs/page.tsx";
import { UsersFact } from "./users/fact.tsx";
import { UsersPage } from "./users/page.tsx";

/** A page of the site manager: `#/admin/<id>/…`, with what follows in `path`. */
export interface Area {
  id: string;
  /** What a role needs to see it. */
  needs: readonly Permission[];
  /** Whether only the built-in administrator's role sees it, whatever another holds. */
  admin?: boolean;
  /** The module it belongs to: without that there is no such page. */
  module?: ModuleId;
  Page: ComponentType<{ path: readonly string[] }>;
  /** One live fact, for the overview. */
  Fact: ComponentType;
}

/** Every area, in the order in which they are shown. A new one is its folder and a line here. */
const AREAS = [
  { id: "reports", needs: ["report:read"], Page: ReportsPage, Fact: ReportsFact },
  { id: "ledger", needs: ["event:read"], Page: LedgerPage, Fact: LedgerFact },
  { id: "tariffs", needs: ["tariff:read"], Page: TariffsPage, Fact: TariffsFact },
  { id: "subscriptions", needs: ["subscription:read"], Page: SubscriptionsPage, Fact: SubscriptionsFact },
  {
    id: "carwash",
    needs: ["site:read", "device:read"],
    module: "carwash",
    Page: CarwashPage,
    Fact: CarwashFact,
  },
  { id: "users", needs: ["user:read"], Page: UsersPage, Fact: UsersFact },
  { id: "roles", needs: ["role:read"], Page: RolesPage, Fact: RolesFact },
  { id: "setup", needs: [], admin: true, Page: SetupPage, Fact: SetupFact },
  { id: "site", needs: ["site:read"], Page: SitePage, Fact: SiteFact },
  { id: "modules", needs: ["site:read"], Page: ModulesPage, Fact: ModulesFact },
  { id: "backup", needs: ["site:read"], Page: BackupPage, Fact: BackupFact },
  { id: "screen", needs: [], Page: ScreenPage, Fact: ScreenFact },
] as const satisfies readonly Area[];

export type AreaId = (typeof AREAS)[number]["id"];

/** The areas that the person signed in may see. */
export function areasInReach(): readonly (Area & { id: AreaId })[] {
  return areasByRole().filter(({ module }) => module === undefined || moduleActive(module));
}

/** The module that is off and would have to be on for an area that the person signed in may see; null if there is none. */
export function missingModule(id: string): ModuleId | null {
  const module = areasByRole().find((area) => area.id === id)?.module;
  return module === undefined || moduleActive(module) ? null : module;
}

function areasByRole(): readonly (Area & { id: AreaId })[] {
  const areas: readonly (Area & { id: AreaId })[] = AREAS;
  return areas.filter(({ needs, admin }) => may(...needs) && (!admin || isAdmin()));
}
