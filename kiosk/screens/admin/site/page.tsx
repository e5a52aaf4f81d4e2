import { may } from "../../../session.ts";
import { ErasePage } from "./erase.tsx";
import { SiteForm } from "./form.tsx";

/** The site: its profile, and erasing a plate on request. */
export function SitePage({ path: [step] }: { path: readonly string[] }) {
  return step === "erase" && may("site:update") ? <ErasePage /> : <SiteForm />;
}
