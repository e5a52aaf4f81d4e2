import type { ReviewItem } from "../../../../common/api/collector.ts";
import { cameraName, categoryClasses, when } from "../format.ts";
import { Button } from "../parts/button.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { KIND_NAMES, text, VERDICT_NAMES } from "../text.ts";

interface LargerViewProps {
  items: readonly ReviewItem[];
  index: number;
  onShow: (index: number) => void;
  onClose: () => void;
}

/** One crop of a list, large; the arrow keys go on and back. */
export function LargerView({ items, index, onShow, onClose }: LargerViewProps) {
  const item = items[index];
  if (!item) return null;
  const go = (to: number) => {
    if (to >= 0 && to < items.length) onShow(to);
  };
  const heedKey = ({ key }: KeyboardEvent) => {
    if (key === "ArrowLeft") go(index - 1);
    else if (key === "ArrowRight") go(index + 1);
  };
  return (
    <Dialog title={`${item.boothId}, ${when(item.takenAt)}`} class="larger" onClose={onClose} onKey={heedKey}>
      <img src={item.crop} alt={text.crop(item.boothId, when(item.takenAt))} />
      <p class="larger-words">
        <b>{item.verdict === null ? "" : VERDICT_NAMES[item.verdict]}</b>
        <span>{KIND_NAMES[item.kind]}</span>
        <span>{text.cameraWas(cameraName(item))}</span>
        {item.operatorCategory ? (
          <span>{text.operatorWas(`${item.operatorCategory.name} (${categoryClasses(item)})`)}</span>
        ) : null}
        {item.reviewedAt === null ? null : <span class="soft">{text.reviewed(when(item.reviewedAt))}</span>}
      </p>
      <div class="row">
        <Button refusal={index > 0 ? null : text.noFurther} onTap={() => go(index - 1)}>
          ← {text.previous}
        </Button>
        <Button refusal={index < items.length - 1 ? null : text.noFurther} onTap={() => go(index + 1)}>
          {text.next} →
        </Button>
      </div>
    </Dialog>
  );
}
