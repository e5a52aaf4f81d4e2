import type { ReviewKind } from "../../../../common/review.ts";
import { KIND_NAMES } from "../text.ts";

export function KindBadge({ kind }: { kind: ReviewKind }) {
  return <span class={`badge ${kind}`}>{KIND_NAMES[kind]}</span>;
}
