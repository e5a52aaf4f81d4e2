import { ApiError, type FailureCode } from "../api.ts";
import { lookUp, problemText, t } from "./index.ts";

/** What a failure means to the person in front of the screen. */
export function errorText(error: unknown): string {
  if (!(error instanceof ApiError)) return t("error.internal");
  if (error.code === "rate_limited" && error.retryAfterSeconds !== null) {
    return t("error.rate_limited_seconds", { seconds: error.retryAfterSeconds });
  }
  return lookUp(`error.${error.code}`) ?? error.message;
}

/** The field of a form to which a refusal belongs that names none, such as `name_taken`. */
export type FieldOf = Partial<Readonly<Record<FailureCode, string>>>;

/** What is wrong with each field of a form, by the field's path, in the words of the screen's language. */
export function fieldErrors(error: unknown, fieldOf: FieldOf = {}): Readonly<Record<string, string>> {
  if (!(error instanceof ApiError)) return {};
  const field = fieldOf[error.code];
  if (field !== undefined) return { [field]: errorText(error) };
  return Object.fromEntries(error.details.map((detail) => [detail.path, problemText(detail.message)]));
}
