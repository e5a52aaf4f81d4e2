import type { SiteConfig } from "../../../../common/api/site.ts";
import type { Draft } from "../parts/draft.ts";

/** What each part of the form gets. */
export interface PartProps {
  draft: Draft<SiteConfig>;
  site: SiteConfig;
  /** Tells that what somebody typed into a field is no value that could be saved, or is one again. */
  mark(field: keyof SiteConfig, wrong: boolean): void;
}
