import type { Lane } from "../../../common/api/lanes.ts";
import { second } from "../../clock.ts";
import { timeOfDay } from "../../parts/values.tsx";
import { me } from "../../session.ts";
import { t } from "../../text/index.ts";
import { barrierView } from "./barrier.ts";

interface BarrierLineProps {
  lane: Lane;
  /** Whether the line names its lane, or says only the state where there is little room. */
  form?: "named" | "short" | "full";
}

/** A barrier in a shape, a word and a colour: what was reported, or what was asked for and when. */
export function BarrierLine({ lane, form = "full" }: BarrierLineProps) {
  const view = barrierView(lane, second.value);
  return (
    <p class={`barrier ${view.tone} ${view.state}`}>
      <span aria-hidden="true" class="barrier-glyph">
        {view.glyph}
      </span>
      <span>
        {form === "named" ? `${lane.name}: ` : ""}
        {wordOf(view.state, view.requestedAt, lane, form)}
      </span>
    </p>
  );
}

function wordOf(
  state: ReturnType<typeof barrierView>["state"],
  requestedAt: string | undefined,
  lane: Lane,
  form: BarrierLineProps["form"],
): string {
  if (state === "requested") {
    const time = timeOfDay(requestedAt ?? 0, true);
    return form === "named" ? t("lane.requested_long", { time }) : t("lane.requested", { time });
  }
  if (state === "held" && lane.intent?.by === me.value?.id && lane.intent?.intent === "hold")
    return t("lane.held_by", { name: me.value?.displayName ?? "" });
  const word = t(`barrier.${state}`);
  if (form === "short") return word;
  const inner = word.charAt(0).toLocaleLowerCase() + word.slice(1);
  return form === "named" ? inner : t("lane.barrier", { state: inner });
}
