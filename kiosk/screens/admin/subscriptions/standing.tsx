import type { Subscription } from "../../../../common/api/subscriptions.ts";
import { now } from "../../../clock.ts";
import { Pill, type Tone } from "../../../parts/pill.tsx";
import { t } from "../../../text/index.ts";

/** An end that comes within so many days is worth a letter to the holder. */
export const SOON_DAYS = 30;
const DAY_MS = 86_400_000;

type Standing = "active" | "later" | "ending" | "expired" | "blocked" | "cancelled";

const LOOKS: Readonly<Record<Standing, { tone: Tone; glyph: string }>> = {
  active: { tone: "ok", glyph: "✓" },
  later: { tone: "accent", glyph: "◔" },
  ending: { tone: "warn", glyph: "▲" },
  expired: { tone: "neutral", glyph: "▬" },
  blocked: { tone: "danger", glyph: "✕" },
  cancelled: { tone: "neutral", glyph: "–" },
};

type Judged = Pick<Subscription, "status" | "validFrom" | "validTo">;

/** What a subscription is worth at an instant, in ms. */
export function standingOf({ status, validFrom, validTo }: Judged, atMs: number): Standing {
  if (status !== "active") return status;
  const endMs = Date.parse(validTo);
  if (endMs <= atMs) return "expired";
  if (Date.parse(validFrom) > atMs) return "later";
  return endMs <= atMs + SOON_DAYS * DAY_MS ? "ending" : "active";
}

/** How a subscription stands now, in a word, a shape and a colour. */
export function StandingPill({ of }: { of: Judged }) {
  const standing = standingOf(of, now());
  return <Pill {...LOOKS[standing]}>{t(`subscription.standing.${standing}`)}</Pill>;
}
