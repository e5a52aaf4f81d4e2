import { ApiError } from "./api.ts";
import { errorText } from "./text/errors.ts";
import { dismissErrors, toast, toastError } from "./toasts.ts";

/**
 * Does what a button asks for, and tells how it went: `done` as a passing note, a refusal as one that stays. Answers
 * undefined after a refusal. Give the promise back to the button, which latches until it settles.
 */
export async function run<T>(
  action: () => Promise<T>,
  done?: string | ((result: T) => string),
): Promise<T | undefined> {
  try {
    const result = await action();
    dismissErrors();
    if (done !== undefined) toast(typeof done === "string" ? done : done(result));
    return result;
  } catch (error) {
    // The sign-in screen that follows says it better.
    if (error instanceof ApiError && error.code === "unauthenticated") return undefined;
    toastError(errorText(error), error instanceof ApiError ? error.requestId : null);
    if (!(error instanceof ApiError)) console.error(error);
    return undefined;
  }
}
