import { ApiError } from "../api.ts";
import { errorText } from "../text/errors.ts";
import { t } from "../text/index.ts";
import { Button } from "./button.tsx";

/** Stands where an answer should be and did not come: what is wrong, and a way on. */
export function Failure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div class="failure" role="alert">
      <p>
        <span aria-hidden="true">▲ </span>
        {errorText(error)}
      </p>
      {error instanceof ApiError && error.requestId ? (
        <p class="request">
          <bdi>{t("request", { id: error.requestId })}</bdi>
        </p>
      ) : null}
      <Button onTap={onRetry}>{t("do.retry")}</Button>
    </div>
  );
}
