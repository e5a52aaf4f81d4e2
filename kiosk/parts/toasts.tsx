import { t } from "../text/index.ts";
import { dismiss, type Toast, toasts } from "../toasts.ts";
import { Button } from "./button.tsx";

/** The notes at the foot of the right pane. Its two regions are always there, or nothing would be read aloud. */
export function Toasts() {
  const done = toasts.value.filter((shown) => shown.kind === "done");
  const errors = toasts.value.filter((shown) => shown.kind === "error");
  return (
    <div class="toasts">
      <div role="status">
        {done.map((shown) => (
          <p class="toast" key={shown.id}>
            <span aria-hidden="true">✓</span>
            {shown.text}
          </p>
        ))}
      </div>
      <div role="alert">
        {errors.map((shown) => (
          <ErrorToast key={shown.id} shown={shown} />
        ))}
      </div>
    </div>
  );
}

function ErrorToast({ shown }: { shown: Toast }) {
  return (
    <div class="toast error">
      <p>
        <span aria-hidden="true">▲ </span>
        {shown.text}
        {shown.requestId === null ? null : <bdi class="request">{t("request", { id: shown.requestId })}</bdi>}
      </p>
      <Button size="sm" onTap={() => dismiss(shown.id)}>
        {t("do.close")}
      </Button>
    </div>
  );
}
