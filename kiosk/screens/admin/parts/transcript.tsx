import { t } from "../../../text/index.ts";

/** What was asked of a device and what it answered, step by step: folded away until somebody wants to know. */
export function Transcript({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <details class="folded transcript">
      <summary>{t("admin.tried")}</summary>
      <ol dir="ltr">
        {lines.map((line, at) => (
          <li key={at}>{line}</li>
        ))}
      </ol>
    </details>
  );
}
