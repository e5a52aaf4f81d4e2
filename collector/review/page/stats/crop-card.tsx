import type { ReviewItem } from "../../../../common/api/collector.ts";
import { cameraName, when } from "../format.ts";
import { text, VERDICT_NAMES } from "../text.ts";

/** A small crop with what was said about it; larger when somebody wants to see it. */
export function CropCard({ item, onOpen }: { item: ReviewItem; onOpen: () => void }) {
  return (
    <li>
      <button type="button" class="crop-card" onClick={onOpen}>
        <img src={item.crop} alt="" loading="lazy" decoding="async" />
        <span class="crop-card-words">
          <b>{item.verdict === null ? "" : VERDICT_NAMES[item.verdict]}</b>
          <span class="soft">{text.cameraWas(cameraName(item))}</span>
          {item.operatorCategory ? <span class="soft">{text.operatorWas(item.operatorCategory.name)}</span> : null}
          <span class="soft">
            {item.boothId} · {when(item.takenAt)}
          </span>
        </span>
      </button>
    </li>
  );
}
