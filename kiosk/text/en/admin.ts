import { backup } from "./admin/backup.ts";
import { carwash } from "./admin/carwash.ts";
import { frame } from "./admin/frame.ts";
import { ledger } from "./admin/ledger.ts";
import { people } from "./admin/people.ts";
import { reports } from "./admin/reports.ts";
import { screen } from "./admin/screen.ts";
import { setup } from "./admin/setup.ts";
import { site } from "./admin/site.ts";
import { subscriptions } from "./admin/subscriptions.ts";
import { tariffs } from "./admin/tariffs.ts";

/** What a site manager reads, by area; apart from what a cashier reads, so that a booth's screen starts without it. */
export const admin = {
  ...frame,
  ...backup,
  ...reports,
  ...ledger,
  ...tariffs,
  ...subscriptions,
  ...people,
  ...setup,
  ...site,
  ...screen,
  ...carwash,
} as const;
