import type { BackupConfig } from "../../../../common/api/backups.ts";
import type { Draft } from "../parts/draft.ts";

/** How backups are configured, as somebody changes it: null goes back to the booth's own default. */
export type Form = { readonly [K in keyof BackupConfig]: BackupConfig[K] | null };

/** What each part of the form gets. */
export interface PartProps {
  draft: Draft<Form>;
  form: Form;
  /** Tells that what somebody typed into a field is no value that could be saved, or is one again. */
  mark(field: keyof Form, wrong: boolean): void;
}
