import { t } from "../../../text/index.ts";

/** What the collector's answers mean, by their status; all others: it cannot take anything now. */
const ANSWERS = [
  { statuses: [400, 422], word: "package" },
  { statuses: [413], word: "large" },
  { statuses: [415], word: "jpeg" },
  { statuses: [401, 403], word: "denied" },
  { statuses: [404, 405, 407, 410], word: "elsewhere" },
] as const;

/** Why something was not sent, in words; the booth notes it as a technician needs it, in English. */
export function reasonText(reason: string): string {
  const status = Number(/^the collector answers (\d{3})/.exec(reason)?.[1] ?? 0);
  if (status > 0) return t(`carwash.reason.${wordOf(status)}`);
  if (reason.startsWith("its picture")) return t("carwash.reason.gone");
  if (reason.startsWith("what answers")) return t("carwash.reason.elsewhere");
  return t("carwash.reason.unreachable");
}

function wordOf(status: number) {
  if (status >= 300 && status < 400) return "elsewhere";
  return ANSWERS.find(({ statuses }) => (statuses as readonly number[]).includes(status))?.word ?? "busy";
}
