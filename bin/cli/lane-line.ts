import type { Lane } from "../../common/api/lanes.ts";
import { cellText } from "./text.ts";

/** A lane as it stands, in one line: barrier, devices that are not ready with what they say, and who waits. */
export function laneLine(at: string, { id, barrier, devices, intent, waiting, presence }: Lane): string {
  const troubles = devices
    .filter(({ state }) => state !== "ready")
    .map(({ category, state, message }) => `${category} ${state}${message === null ? "" : ` (${message})`}`);
  const ready = devices.filter(({ state }) => state === "ready").map(({ category }) => category);
  const parts = [
    `barrier ${barrier}`,
    ...(intent ? [`${intent.intent} requested ${intent.at}`] : []),
    ...(ready.length > 0 ? [`ready: ${ready.join(", ")}`] : []),
    ...troubles,
    ...(presence === null ? [] : [presence ? "vehicle present" : "nobody present"]),
    ...(waiting
      ? [[waiting.state, waiting.plate ?? waiting.ticket ?? "unread", waiting.cause].filter(Boolean).join(" ")]
      : []),
  ];
  return `${at}  ${id}  ${cellText(parts.join(" · "))}`;
}
